import type { Page, WebSocketRoute } from '@playwright/test';
import { NEEDS_PROOF } from '../../server/tests/helpers/fake-stripe-script.ts';
import { asAnotherClient, newEmail, signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { addPublished } from './author.ts';
import { expect, newPerson, test } from './full-host.ts';
import { PlayerObject } from './pages/player.ts';
import type { Product } from './product.ts';
import { field, inDialog, pay } from './shop.ts';
import { watchSound } from './watch-sound.ts';

/** Plays an episode of three minutes. Returns a function that expects that it has never stopped. */
async function listen(page: Page, { site }: Product): Promise<() => Promise<void>> {
  await page.goto(`${site}/show/field-notes-on-sound`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  return watchSound(page);
}

/** Follows a link of the site to a page without a link here. */
const goInPage = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.querySelector('main')?.append(link);
    link.click();
  }, path);

async function press(page: Page, service: string): Promise<void> {
  const link = page.getByRole('link', { name: `Continue with ${service}` });
  await expectAlive(link);
  await link.click();
}

test('a signup with a service, and a later login in the place of a session that ended', async ({
  page,
  product,
  services,
}) => {
  const access_token = newPerson(services);
  const expectUnbroken = await listen(page, product);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await press(page, 'Facebook');
  const signup = page.getByRole('dialog', { name: 'Create your account' });
  await signup.getByRole('checkbox').check();
  await signup.getByRole('button', { name: 'Sign up' }).click();
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Ada Byron' }).click();
  await expectUnbroken();

  await header.getByRole('link', { name: 'Settings' }).click();
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('About you').fill('Typed before the end.');
  // Another browser of the same user ends the session of this one.
  const other = await fetch(`${product.site}/api/facebook/connect`, {
    method: 'PUT',
    body: new URLSearchParams({ access_token }),
  });
  const { token } = (await other.json()).response;
  await fetch(`${product.site}/api/v2/me/sessions`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
  });
  await profile.getByRole('button', { name: 'Save' }).click();
  const login = page.getByRole('dialog', { name: 'Log in' });
  await expect(login).toBeVisible();
  await press(page, 'Facebook');
  await expect(login).toBeHidden();
  await expect(page.getByText('Saved')).toBeVisible();
  await expectUnbroken();
});

test('a payment that the bank asks about', async ({ page, product, services }) => {
  await signUp(page, product);
  const expectUnbroken = await listen(page, product);
  await goInPage(page, '/plans');
  await page.getByRole('link', { name: 'Choose Studio' }).click();
  await expect(pay(page)).toBeEnabled();
  await field(page).fill(NEEDS_PROOF);
  await pay(page).click();
  await inDialog(page, 'Fail authentication').click();
  await expect(page.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  await expectUnbroken();
  await pay(page).click();
  await inDialog(page, 'Complete authentication').click();
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  const id = services.stripe.subscriptions.at(-1)?.id;
  expect(services.stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
  await expectUnbroken();
});

test('a connection of push that is lost and comes back, with what was missed', async ({
  page,
  product,
  playwright,
}) => {
  const { token } = await signUp(page, product, 'Ada Marsh');
  const episodeId = await addPublished(page.request, product, token);
  let isDown = false;
  const open: WebSocketRoute[] = [];
  let joined = 0;
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (isDown) return void socket.close();
    const server = socket.connectToServer();
    open.push(socket);
    server.onMessage((message) => {
      if (String(message).includes('subscription_succeeded')) joined += 1;
      socket.send(message);
    });
  });
  const expectUnbroken = await listen(page, product);
  await expect.poll(() => joined).toBe(2); // the user's channel and that of the show

  isDown = true;
  await Promise.all(open.map((socket) => socket.close()));
  const others = await playwright.request.newContext();
  const account = { email: newEmail(), password: 'correct horse battery', name: 'Mira Holt' };
  const signup = await others.post(`${product.site}/api/v2/auth/signup`, {
    headers: asAnotherClient(),
    data: { ...account, terms: true },
  });
  const { sso } = (await signup.json()).response;
  const written = await others.post(`${product.site}/api/v2/episodes/${episodeId}/messages`, {
    headers: { Authorization: `Bearer ${sso.token}` },
    data: { text: 'Hello from far away' },
  });
  expect(written.status()).toBe(201);
  await expectUnbroken();

  isDown = false;
  const badge = page.getByRole('banner').getByRole('link', { name: '1 unread comment' });
  await expect(badge).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => joined).toBe(4);
  await expectUnbroken();
});
