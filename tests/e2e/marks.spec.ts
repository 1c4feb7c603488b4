import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

test('a visitor who likes is sent to the login, the like is set after it, and sound continues until after the logout', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await page.goto(product.site + EPISODE);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  await page.getByRole('button', { name: 'Like' }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(product.site + EPISODE);
  await expect(page.getByRole('button', { name: 'Liked' })).toHaveAttribute('aria-pressed', 'true');
  expect(await player.isPaused()).toBe(false);
  await page.getByRole('button', { name: 'Liked' }).click();
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toBeVisible();

  await page.waitForLoadState('networkidle'); // a request that the logout overtakes would be refused
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: account.name }).click();
  await header.getByRole('button', { name: 'Log out' }).click();
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  expect(watch.complaints).toEqual([]);
});

test.describe('a like in Italian', () => {
  test.use({ locale: 'it-IT' });

  test('says that there is no connection, also before its script is there', async ({
    page,
    product,
  }) => {
    await signUp(page, product);
    await page.goto(product.site + EPISODE);
    const like = page.getByRole('button', { name: 'Mi piace', exact: true });
    await expectAlive(like);
    await page.context().setOffline(true);
    await like.click();
    await expect(page.getByText('Si è verificato un errore di rete')).toBeVisible();
    await page.context().setOffline(false);
    await like.click();
    await expect(page.getByRole('button', { name: 'Ti piace' })).toBeVisible();
  });
});

test('a like is shown before its script has arrived, and taken back by a second press', async ({
  page,
  product,
}) => {
  const { user_id } = await signUp(page, product);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/set-mark-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(product.site + EPISODE);
  const like = page.getByRole('button', { name: 'Like', exact: true });
  const liked = page.getByRole('button', { name: 'Liked' });
  await expectAlive(like);
  await like.click();
  await liked.click();
  await expect(like).toBeVisible();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  arrive();
  await removed;
  const { response } = await (
    await page.request.get(`${product.site}/api/v2/users/${user_id}/likes`)
  ).json();
  expect(response.items).toEqual([]);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});
