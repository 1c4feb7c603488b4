import type { Browser, Page } from '@playwright/test';
import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import { PlayerObject } from './pages/player.ts';
import type { Product } from './product.ts';

/** An author with an episode that is long enough. */
async function addLong(page: Page, product: Product) {
  const { token } = await signUp(page, product, 'Ada Marsh');
  const author = authorOf(page.request, product, token);
  const media_id = await addAudio(page.request, product, token, 90);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const { show_id } = show;
  const { episode } = await author.post('/episode', { show_id, title: 'Low tide', media_id });
  const { episode_id: id } = episode;
  await author.put(`/episode/${id}/publish`, {});
  const { site_url } = (await author.get(`/v2/episodes/${id}`)).episode;
  return { author, id, address: site_url as string };
}

/** Opens the episode as another visitor, and plays it. */
async function listen(browser: Browser, address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(address);
  const button = page.getByRole('main').getByRole('button', { name: /^(Play|Pause) Low tide/ });
  const seen = page.getByRole('main').getByText(/^\d+ listening now$/);
  return { context, page, sockets, button, seen };
}

test('listeners see how many they are, if the author shows it', async ({
  page,
  product,
  browser,
}) => {
  const { author, id, address } = await addLong(page, product);
  await page.goto(`${product.site}/dashboard/episodes/${id}`);
  const box = page.getByRole('checkbox', { name: 'How many listen' });
  await expect(box).not.toBeChecked();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expectAlive(save);
  await box.check();
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();

  const [one, two] = [await listen(browser, address), await listen(browser, address)];
  expect(one.sockets).toEqual([]);
  await one.button.click();
  await new PlayerObject(one.page).expectPast(0.2);
  await expect.poll(() => one.sockets).toEqual([expect.stringContaining('/app/')]);
  await expect(one.seen).toHaveCount(0); // alone
  expect(two.sockets).toEqual([]); // the page is open, and the player is stopped

  await two.button.click();
  await expect(one.seen).toHaveText('2 listening now');
  await expect(two.seen).toHaveText('2 listening now');
  await expectNoViolation(one.page);

  // The player continues while the visitor reads another page.
  await one.page.getByRole('main').getByRole('link', { name: 'Tidewater' }).click();
  await expect(one.page.getByRole('heading', { name: 'Tidewater' })).toBeVisible();
  await expect(two.seen).toHaveText('2 listening now');
  await one.page.goBack();
  await expect(one.seen).toHaveText('2 listening now');

  await two.context.close();
  await expect(one.seen).toHaveCount(0);
  const three = await listen(browser, address);
  await three.button.click();
  await expect(one.seen).toHaveText('2 listening now');
  await author.put(`/episode/${id}`, { show_listeners: false });
  await expect(one.seen).toHaveCount(0);
  await expect(three.seen).toHaveCount(0);
  await three.context.close();
  await one.context.close();
});
