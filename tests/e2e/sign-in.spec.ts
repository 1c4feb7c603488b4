import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, newPerson, test } from './full-host.ts';
import { PlayerObject } from './pages/player.ts';

const NETWORK =
  'A network error has occurred. Check your internet connection and please try again.';

const button = (page: Page, service: string) =>
  page.getByRole('link', { name: `Continue with ${service}` });

/** Before the page is hydrated, the link opens the service in the same tab. */
async function press(page: Page, service: string): Promise<void> {
  await expectAlive(button(page, service));
  await button(page, service).click();
}

async function logInAtOidc(page: Page, service: string, id: string): Promise<void> {
  const opened = page.waitForEvent('popup');
  await press(page, service);
  const popup = await opened;
  await popup.getByPlaceholder('Enter any login').fill(id);
  await popup.getByPlaceholder('and password').fill('any');
  await popup.getByRole('button', { name: 'Sign-in' }).click();
  await popup.getByRole('button', { name: 'Continue' }).click();
}

test('Google signs up in a window, and sound continues', { tag: ['@smoke', '@firefox'] }, async ({
  page,
  product,
  services,
  watch,
  browserName,
}) => {
  const id = newPerson(services);
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expectNoViolation(page);
  await logInAtOidc(page, 'Google', id);
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await expect(dialog.getByLabel('Name')).toHaveValue(`${id} of Oidc`);
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect(dialog.getByText(/only if you accept/)).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Name').fill('Ada Byron');
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(`${product.site}/show/field-notes-on-sound`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ada Byron' })).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  // The answer for a profile without a connected account. Firefox does not write it to the console.
  const answers = browserName === 'firefox' ? [] : [expect.stringContaining('404')];
  expect(watch.complaints).toEqual(answers);
});

test('Apple signs up by a form of another site, and logs in the next time', async ({
  page,
  product,
  services,
  context,
}) => {
  newPerson(services);
  await page.goto(`${product.site}/login?redirect=/podcasts`);
  await press(page, 'Apple');
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Ada Byron');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(`${product.site}/podcasts`);
  await context.clearCookies();
  await page.goto(`${product.site}/login`);
  await press(page, 'Apple');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ada Byron' })).toBeVisible();
});

test('what goes wrong is said, and can be tried again', async ({ page, product, services }) => {
  newPerson(services);
  await page.goto(`${product.site}/login`);
  const dialog = page.getByRole('dialog');
  const words = 'Login Failure - you may have denied some permission popups during the connection.';

  // The user closes the window.
  const opened = page.waitForEvent('popup');
  await press(page, 'Google');
  await expect(dialog.getByRole('status')).toContainText('A window of Google has opened');
  await expect(dialog).toHaveCSS('height', '330px');
  await (await opened).close();
  await expect(dialog.getByRole('alert')).toHaveText(words);
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The user declines at a service that posts its answer, and at one that sends it in the address.
  services.apple.refusal = { error: 'user_cancelled_authorize' };
  await press(page, 'Apple');
  await expect(dialog.getByRole('alert')).toHaveText(words);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The user declines at the service, and then a permission.
  const { visitor } = services.graph;
  services.graph.visitor = null;
  await press(page, 'Facebook');
  await expect(dialog.getByRole('alert')).toHaveText(words);
  services.graph.visitor = visitor;
  const user = services.graph.tokens.get(visitor ?? '');
  if (user) user.scopes = ['public_profile'];
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Facebook did not grant: email');
  if (user) user.scopes = ['public_profile', 'email'];

  // The user declines the terms.
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('checkbox')).toBeVisible();
  await expect(dialog).toHaveCSS('height', '330px');
  await dialog.getByRole('button', { name: 'No, thank you' }).click();
  await expect(dialog.getByRole('alert')).toContainText('only if you accept the Terms of Service');
});

test('an address that has an account already, and a connection that breaks, are said in the form, which takes another address', async ({
  page,
  product,
  services,
}) => {
  const { email } = await signUp(page, product);
  await page.context().clearCookies();
  newPerson(services, email);
  await page.goto(`${product.site}/login`);
  await press(page, 'Facebook');
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await expect(dialog.getByText(/cannot be matched to an account/)).toBeVisible();
  await expect(dialog.getByLabel('E-mail address')).toBeHidden();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect(dialog.getByText(/is used by another account/)).toBeVisible();

  await page.route('**/connect/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect(dialog.getByText(NETWORK)).toBeVisible();

  await page.unroute('**/connect/**');
  await dialog.getByLabel('E-mail address').fill(`other-${email}`);
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await expect(dialog).toBeHidden();
});

test('a sign-in whose code is blocked is explained, and the page stays', async ({
  page,
  product,
  watch,
}) => {
  await page.route(/connect-dialog/, (route) => route.abort('blockedbyclient'));
  await page.goto(`${product.site}/login`);
  const opened = page.waitForEvent('popup');
  await press(page, 'Google');
  const window = await opened;
  const words =
    /could not be loaded.*functionality cookies.*extension of your browser.*glitch.*try again/;
  await expect(page.getByRole('alert')).toContainText(words);
  await expect.poll(() => window.isClosed()).toBe(true);
  await expect(page.getByLabel('E-mail address')).toBeVisible();
  // The browser itself reports what was blocked.
  expect(watch.complaints.filter((text) => !/ERR_BLOCKED_BY_CLIENT|NS_ERROR/.test(text))).toEqual(
    [],
  );
});

test('a browser that blocks windows goes to the service and back', async ({
  page,
  product,
  services,
}) => {
  newPerson(services);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`${product.site}/login?redirect=/podcasts`);
  await button(page, 'X').click();
  await expect(page).toHaveURL(/\/connect\/signup/);
  await expectNoViolation(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(`${product.site}/podcasts`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ada Byron' })).toBeVisible();
});

test('a member connects a service, and disconnects it', async ({ page, product, services }) => {
  newPerson(services);
  const { password } = await signUp(page, product);
  await page.goto(`${product.site}/account/settings`);
  const section = page.getByRole('region', { name: 'Log in with other services' });
  const link = section.getByRole('link', { name: 'Connect X' });
  await expectAlive(link);
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Connect X' });
  await dialog.getByLabel('Password').fill('wrong password');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText('is wrong')).toBeVisible();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await section.getByRole('button', { name: 'Disconnect X' }).click();
  await expect(section.getByRole('link', { name: 'Connect X' })).toBeVisible();
});
