import type { APIRequestContext, Frame } from '@playwright/test';
import type { EpisodeListening } from 'earshot/contract';
import { signUp } from './account.ts';
import { addAudio, authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './full-host.ts';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import type { Product } from './product.ts';

const SECONDS = 60;

/** A published episode of a minute, and its author. */
async function publish(request: APIRequestContext, product: Product, token: string) {
  const author = authorOf(request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const media_id = await addAudio(request, product, token, SECONDS);
  const { show_id } = show;
  const { episode } = await author.post('/episode', { show_id, title: 'Low tide', media_id });
  const { episode_id } = episode;
  const published = await author.put(`/episode/${episode_id}/publish`, {});
  const read = async (): Promise<EpisodeListening> =>
    author.get(`/v2/episodes/${episode_id}/listening`);
  return { episode_id, site_url: published.episode.site_url as string, read };
}

/** The seconds that the browser itself has played. */
const playedIn = (frame: Frame) =>
  frame.evaluate(() => {
    const seconds = new Set<number>();
    for (const { played } of document.querySelectorAll('audio')) {
      for (let n = 0; n < played.length; n += 1) {
        // The loop of silence before an episode is shorter.
        const [from, to] = [Math.round(played.start(n)), Math.round(played.end(n))];
        for (let second = from; second < to; second += 1) seconds.add(second);
      }
    }
    return [...seconds].sort((a, b) => a - b);
  });

const heardIn = ({ curve }: EpisodeListening) =>
  curve.flatMap((seconds, second) => (seconds > 0 ? [second] : []));

/** Seconds in one list only. */
const difference = (a: readonly number[], b: readonly number[]) =>
  [...a.filter((one) => !b.includes(one)), ...b.filter((one) => !a.includes(one))].length;

test('the stored curve is what the players of the site and of an embed have played', async ({
  page,
  context,
  product,
  watch,
}) => {
  const { token } = await signUp(page, product);
  const { episode_id, site_url, read } = await publish(page.request, product, token);
  const credentials: string[] = [];
  context.on('request', async (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/listening')) return;
    const { cookie, authorization } = await request.allHeaders();
    credentials.push(cookie ?? '', authorization ?? '');
  });

  await page.goto(site_url);
  const player = new PlayerObject(page);
  await player.play().click();
  await player.expectPast(4);
  await player.seekTo(30);
  await player.expectPast(34);
  await player.pause().click();
  await expect.poll(async () => (await read()).starts).toBe(1);
  const onSite = await read();
  const played = await playedIn(page.mainFrame());
  expect(played.length).toBeGreaterThan(6);
  expect(difference(heardIn(onSite), played)).toBeLessThanOrEqual(2);
  expect(onSite).toMatchObject({ duration: SECONDS, places: [{ place: 'site', host: '' }] });

  const host = await startControlHost();
  const { hostname } = new URL(host.origin);
  host.html = `<iframe src="${product.site}/player?episode_id=${episode_id}" allow="autoplay" width="600" height="200"></iframe>`;
  await page.goto(`${host.origin}/`);
  const embed = new PlayerObject(page.frameLocator('iframe'));
  await embed.play().click();
  await embed.expectPast(3);
  const frame = page.frames()[1];
  if (!frame) throw new Error('There is no frame.');
  const playedInEmbed = await playedIn(frame);
  await page.goto(`${product.site}/dashboard/episodes/${episode_id}/numbers`); // the page is left while it plays
  await expect.poll(async () => (await read()).starts).toBe(2);
  const both = await read();
  expect(both.places).toContainEqual({ place: 'embed', host: hostname, starts: 1 });
  const added = both.heard_seconds - onSite.heard_seconds;
  expect(Math.abs(added - playedInEmbed.length)).toBeLessThanOrEqual(2);
  expect(credentials.every((value) => value === '')).toBe(true);
  expect(credentials.length).toBeGreaterThan(0);

  await page.reload();
  await expect(page.getByRole('img', { name: /^Listeners by part/ })).toBeVisible();
  await expect(page.getByText(hostname)).toBeVisible();
  await expectNoViolation(page);
  await host.close();
  expect(watch.complaints).toEqual([]);
});

test('the host learns of a play when its sound begins, not when the file is fetched in advance', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', async (request) => {
    if (!request.url().includes('/media/audio/')) return;
    const { 'cache-control': cache = 'cached' } = await request.allHeaders();
    asked.push(request.method() === 'HEAD' ? `HEAD ${cache}` : request.method());
  });
  await page.goto(`${product.site}/player?episode_id=1`);
  const player = new PlayerObject(page);
  await player.play().hover();
  await expect.poll(() => asked).toContain('GET');
  expect(asked).not.toContain('HEAD no-cache');
  await player.play().click();
  const signs = () => asked.filter((one) => one.startsWith('HEAD'));
  await expect.poll(signs).toEqual(['HEAD no-cache']);
  await player.expectPast(3);
  expect(signs()).toHaveLength(1);
});

test('the host learns of a play also if its audio is on another origin', async ({
  page,
  product,
}) => {
  const media = product.site.replace('localhost', '127.0.0.1');
  const pages = new Set<string | undefined>();
  page.on('request', async (request) => {
    if (!request.url().startsWith(`${media}/media/audio/`)) return;
    const { referer } = await request.allHeaders();
    pages.add(`${request.method()} ${referer}`);
  });
  await page.addInitScript(
    ([own, other]) => {
      const parse = JSON.parse;
      JSON.parse = (text: string) => parse(text.replaceAll(`${own}/media/`, `${other}/media/`));
    },
    [product.site, media],
  );
  await page.goto(`${product.site}/player?episode_id=1`);
  await new PlayerObject(page).play().click();
  await expect
    .poll(() => [...pages].sort())
    .toEqual([`GET ${product.site}/`, `HEAD ${product.site}/`]);
});

test('a browser with Global Privacy Control reports nothing', async ({ page, product }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  await page.goto(`${product.site}/player?episode_id=1`);
  const player = new PlayerObject(page);
  await player.play().click();
  await player.expectPast(2);
  await player.pause().click();
  await page.goto('about:blank');
  expect(asked.some((url) => /report-listening-/.test(url))).toBe(true);
  expect(asked.filter((url) => url.endsWith('/listening'))).toEqual([]);
});
