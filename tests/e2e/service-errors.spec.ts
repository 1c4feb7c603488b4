import type { Page } from '@playwright/test';
import { GOOD_CARD } from '../../server/tests/helpers/fake-stripe-script.ts';
import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { newPerson, test } from './all-services-host.ts';
import { expect } from './product.ts';
import { field, pay } from './shop.ts';

const DENIED = 'Login Failure - you may have denied some permission popups during the connection.';
const NETWORK =
  'A network error has occurred. Check your internet connection and please try again.';

// The services' own cookies are no matter of this host.
test.afterEach(({ context }) => context.clearCookies({ domain: '127.0.0.1' }));

async function press(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name });
  await expectAlive(link);
  await link.click();
}

const alert = (page: Page) => page.getByRole('dialog').getByRole('alert');

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a visitor who declines at any service reads why he is not logged in', async ({
  page,
  product,
  services: { google, apple, graph, twitter },
}) => {
  google.refusal = { error: 'access_denied' };
  apple.refusal = { error: 'user_cancelled_authorize' };
  graph.visitor = null;
  twitter.visitor = null;
  await page.goto(`${product.site}/login`);
  for (const service of ['Google', 'Apple', 'Facebook', 'X']) {
    await press(page, `Continue with ${service}`);
    await expect(alert(page)).toHaveText(DENIED);
    await closeDialog(page);
  }
});

test('a service that refuses the sign-in, or does not answer, is named', async ({
  page,
  product,
  services: { graph, google },
}) => {
  graph.visitor = 'nobody';
  await page.goto(`${product.site}/login`);
  await press(page, 'Continue with Facebook');
  await expect(alert(page)).toHaveText('Facebook does not confirm this sign-in. Please try again.');
  await closeDialog(page);
  google.refusal = { error: 'temporarily_unavailable' };
  await press(page, 'Continue with Google');
  await expect(alert(page)).toHaveText('Google does not answer. Please try again later.');
});

test('a sign-in that somebody else has begun is not ended here', async ({
  page,
  product,
  services,
  browser,
}) => {
  newPerson(services);
  const begun = await page.request.get(`${product.site}/connect?provider=facebook`, {
    maxRedirects: 0,
  });
  const there = await page.request.get(begun.headers().location ?? '', { maxRedirects: 0 });
  const victim = await browser.newContext();
  const other = await victim.newPage();
  await other.goto(there.headers().location ?? '');
  await expect(other.getByRole('alert')).toContainText(
    'This sign-in was begun in another browser, or is too old. Please try again.',
  );
  await victim.close();
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
  await press(page, 'Continue with Facebook');
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

test('a profile that signs in to another account stays there', async ({
  page,
  product,
  services,
}) => {
  const access_token = newPerson(services);
  await page.request.post(`${product.site}/api/facebook/signup`, {
    data: { access_token, terms: true },
  });
  await page.context().clearCookies();
  const { password } = await signUp(page, product);
  await page.goto(`${product.site}/account/settings`);
  await press(page, 'Connect Facebook');
  const dialog = page.getByRole('dialog', { name: 'Connect Facebook' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText('This profile signs in to another account.')).toBeVisible();
});

test('a payment that cannot begin says why, and can be tried again', async ({
  page,
  product,
  services,
}) => {
  await signUp(page, product);
  await page.goto(`${product.site}/plans/subscribe/studio`);
  await field(page).fill(GOOD_CARD);
  await page.route('**/intents?*', (route) => route.abort());
  await pay(page).click();
  await expect(page.getByText(NETWORK)).toBeVisible();
  await page.unroute('**/intents?*');
  await pay(page).click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  const id = services.stripe.subscriptions.at(-1)?.id;
  expect(services.stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
});
