import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { type OidcServer, startOidc } from '../../server/tests/helpers/oidc-server.ts';
import {
  type GraphServer,
  type OpenIdServer,
  startGraph,
  startOpenId,
  startTwitter,
  type TwitterServer,
} from '../../server/tests/helpers/sign-in-servers.ts';
import { newEmail, signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect } from './product.ts';

interface Services {
  google: OidcServer;
  apple: OpenIdServer;
  facebook: GraphServer;
  twitter: TwitterServer;
}

const APP = { id: '1234', secret: 'graph-secret' };
const CONSUMER = { key: 'consumer', secret: 'consumer-secret' };
const APPLE_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const test = base.extend<object, { services: Services }>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const posting = await startPostingPage();
      const google = await startOidc({ id: 'web.google', secret: 'google-secret' });
      const apple = await startOpenId('web.apple', { page: posting.url });
      const facebook = await startGraph(APP);
      const twitter = await startTwitter(CONSUMER);
      await use({ google, apple, facebook, twitter });
      await Promise.all([google, apple, facebook, twitter, posting].map((server) => server.stop()));
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    ({ services: { google, apple, facebook, twitter } }, use) =>
      use({
        GOOGLE_CLIENT_ID: 'web.google',
        GOOGLE_CLIENT_SECRET: 'google-secret',
        GOOGLE_ISSUER: google.issuer,
        APPLE_CLIENT_ID: 'web.apple',
        APPLE_ISSUER: apple.issuer,
        APPLE_TEAM_ID: 'TEAM',
        APPLE_KEY_ID: 'KEY',
        APPLE_PRIVATE_KEY: APPLE_KEY,
        FACEBOOK_APP_ID: APP.id,
        FACEBOOK_APP_SECRET: APP.secret,
        FACEBOOK_GRAPH_URL: facebook.url,
        FACEBOOK_DIALOG_URL: facebook.url,
        TWITTER_CONSUMER_KEY: CONSUMER.key,
        TWITTER_CONSUMER_SECRET: CONSUMER.secret,
        TWITTER_API_URL: twitter.url,
      }),
    { scope: 'worker' },
  ],
});

/** Posts what Apple would post, from another host. */
async function startPostingPage() {
  const server = createServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const to = new URL(searchParams.get('to') ?? '');
    const fields = [...to.searchParams].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    reply.setHeader('content-type', 'text/html');
    reply.end(
      `<form method="post" action="${to.origin}${to.pathname}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?to=`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// The services' own cookies are no matter of this host.
test.afterEach(({ context }) => context.clearCookies({ domain: '127.0.0.1' }));

let people = 0;
/** Somebody whom all the services know. */
function newPerson({ apple, facebook, twitter }: Services): string {
  people += 1;
  const id = `e2e-${test.info().workerIndex}-${test.info().project.name}-${people}-${Date.now()}`;
  const email = newEmail();
  apple.person = { sub: id, email, email_verified: 'true', name: 'Ada Byron' };
  apple.refusal = null;
  const scopes = ['public_profile', 'email'];
  facebook.tokens.set(id, { id, name: 'Ada Byron', email, scopes, app_id: APP.id });
  facebook.visitor = id;
  twitter.tokens.set(id, { secret: 's', body: { id_str: id, name: 'Ada Byron', email } });
  twitter.visitor = id;
  return id;
}

const button = (page: Page, service: string) =>
  page.getByRole('link', { name: `Continue with ${service}` });

/** Before the page is alive, the link leads to the service in place of the page. */
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

test('somebody signs up with Google in a window, and sound goes on', async ({
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
  // The answer for a profile that nobody is connected with. Firefox does not write it to the console.
  const answers = browserName === 'firefox' ? [] : [expect.stringContaining('404')];
  expect(watch.complaints).toEqual(answers);
});

for (const service of ['Apple', 'Facebook', 'X']) {
  test(`${service} signs up, and logs in the next time`, async ({
    page,
    product,
    services,
    context,
  }) => {
    newPerson(services);
    await page.goto(`${product.site}/login?redirect=/podcasts`);
    await press(page, service);
    const dialog = page.getByRole('dialog', { name: 'Create your account' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Ada Byron');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(`${product.site}/podcasts`);
    await context.clearCookies();
    await page.goto(`${product.site}/login`);
    await press(page, service);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ada Byron' })).toBeVisible();
  });
}

test('an account without a password gets one by mail, and ends after a question', async ({
  page,
  product,
  services,
}) => {
  newPerson(services);
  await page.goto(`${product.site}/login?redirect=/account/settings`);
  await press(page, 'Facebook');
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  const password = page.getByRole('region', { name: 'Password' });
  await expect(password.getByText(/^You have no password/)).toBeVisible();
  await expect(password.getByRole('textbox')).toHaveCount(0);
  const email = page.getByRole('region', { name: 'E-mail address' });
  await email.getByLabel('New e-mail address').fill(`ada-${Date.now()}@mail.test`);
  await email.getByRole('button', { name: 'Change the address' }).click();
  await expect(page.getByText(/^Please open the link in the mail to ada-/)).toBeVisible();
  await password.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('The mail is on its way.')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByRole('button', { name: 'Delete the account' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
});

test('a confirmed address without a password stays', async ({ page, product, services }) => {
  const id = newPerson(services);
  await page.goto(`${product.site}/login?redirect=/account/settings`);
  await logInAtOidc(page, 'Google', id);
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  const email = page.getByRole('region', { name: 'E-mail address' });
  await expect(email.getByText(/^Set a password first/)).toBeVisible();
  await expect(email.getByRole('textbox')).toHaveCount(0);
});

test('what goes wrong is said, and can be tried again', async ({ page, product, services }) => {
  newPerson(services);
  await page.goto(`${product.site}/login`);
  const dialog = page.getByRole('dialog');
  const words = 'Login Failure - you may have denied some permission popups during the connection.';

  // The window is closed by hand.
  const opened = page.waitForEvent('popup');
  await press(page, 'Google');
  await expect(dialog.getByRole('status')).toContainText('A window of Google has opened');
  await expect(dialog).toHaveCSS('height', '330px');
  await (await opened).close();
  await expect(dialog.getByRole('alert')).toHaveText(words);
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The user declines at the service, and then a permission.
  const { visitor } = services.facebook;
  services.facebook.visitor = null;
  await press(page, 'Facebook');
  await expect(dialog.getByRole('alert')).toHaveText(words);
  services.facebook.visitor = visitor;
  const user = services.facebook.tokens.get(visitor ?? '');
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

test('the services work without JavaScript too', async ({ browser, product, services }) => {
  newPerson(services);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.site}/login?redirect=/podcasts`);
  await button(page, 'Facebook').click();
  await page.getByRole('link', { name: 'No, thank you' }).click();
  await expect(page.getByRole('alert')).toContainText('only if you accept');
  await button(page, 'Facebook').click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(`${product.site}/podcasts`);
  await context.close();
});
