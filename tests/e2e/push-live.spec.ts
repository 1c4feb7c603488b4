import { signUp } from './account.ts';
import { addPublished, authorOf } from './author.ts';
import { expect, test } from './full-host.ts';
import { PlayerObject } from './pages/player.ts';

const STREAM = 'https://live.example/stream.m3u8';

test('a player hears of a live episode only while it is played, and tries again when it is on air', async ({
  page,
  product,
}) => {
  const account = await signUp(page, product, 'Ada Marsh');
  const author = authorOf(page.request, product, account.token);
  const id = await addPublished(page.request, product, account.token);
  await author.put(`/episode/${id}`, { type: 'LIVE', live_url: STREAM });
  const asked: string[] = [];
  await page.route(STREAM, (route) => {
    asked.push(route.request().method());
    return route.fulfill({ status: 404 });
  });
  const sockets: string[] = [];
  const errors: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    sockets.push(socket.url());
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text());
  });
  const player = new PlayerObject(page);
  await page.goto(`${product.site}/player?episode_id=1`);
  await player.play().click();
  await player.expectPast(0.2);
  expect(sockets).toEqual([]); // a recording has no live state to wait for
  await page.goto(`${product.site}/player?episode_id=${id}`, { waitUntil: 'networkidle' });
  expect(sockets).toEqual([]);

  await player.play().click();
  await expect.poll(() => received.join()).toContain('subscription_succeeded');
  expect(sockets).toEqual([expect.stringContaining('/app/')]);
  // The last request checks whether the stream exists. The button appears before.
  await expect.poll(() => asked).toContain('HEAD');
  await expect(player.play()).toBeVisible();
  const before = asked.length;
  await author.put(`/episode/${id}`, { is_on_air: true });
  await expect.poll(() => asked.length).toBeGreaterThan(before);
  expect(errors).toEqual([]);
});
