import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import type { Answer } from '../ads/ads-host.ts';
import { listing, PROGRESS, type SoundingAdsHost, startSoundingAdsHost } from './ads-host.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect, type Product } from './product.ts';

const test = base.extend<object, { ads: SoundingAdsHost }>({
  ads: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const host = await startSoundingAdsHost();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  serverEnv: [({ ads }, use) => use({ ADS_URL: ads.url }), { scope: 'worker' }],
});

test.beforeEach(({ ads }) => {
  ads.asked.length = 0;
  ads.told.length = 0;
});

const commercial = (page: Page) => page.getByText(/^Commercial \d/);

/** One observation of the page, ten times a second. */
interface Sight {
  /** Seconds on the countdown; null while no ad plays. */
  left: number | null;
  /** The second of the episode that the seek bar shows. */
  seek: number;
  /** Address of the audible file. */
  heard: string | null;
}

declare global {
  interface Window {
    sights: Sight[];
  }
}

const watchPlayer = (page: Page) =>
  page.evaluate(() => {
    window.sights = [];
    setInterval(() => {
      const [, minutes, seconds] = /Commercial\s+(\d+):(\d+)/.exec(document.body.innerText) ?? [];
      const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      window.sights.push({
        left: seconds === undefined ? null : Number(minutes) * 60 + Number(seconds),
        seek: document.querySelector<HTMLInputElement>('.es-range')?.valueAsNumber ?? -1,
        heard: audio?.currentSrc ?? null,
      });
    }, 100);
  });

/** Shortens the page's episode to five seconds, and adds ad slots before, within and after it. */
const giveSlots = (page: Page) =>
  page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (text) => {
      const value = parse(text);
      const episode = value?.data?.episode;
      if (!episode) return value;
      const part = (starts_at: number, ends_at: number) => ({
        type: 'episode',
        http_url: episode.http_url,
        duration: ends_at - starts_at,
        duration_reliable: true,
        starts_at,
        ends_at,
      });
      const slot = { ...part(0, 0), type: 'audio_ad_slot', http_url: '' };
      episode.duration = 5;
      episode.segments = [slot, part(0, 2.5), slot, part(2.5, 5), slot];
      return value;
    };
  });

test('ads play before, within and after an episode, stop its clock, and report each event once', async ({
  page,
  product,
  ads,
  watch,
}) => {
  ads.answer(listing(ads.ad('pre', 3), ads.noAd('none'), ads.ad('mid', 2), ads.ad('post', 2)));
  await giveSlots(page);
  await page.goto(`${product.site}/player?episode_id=1`);
  await watchPlayer(page);
  const player = new PlayerObject(page);
  await player.play().click();
  await expect.poll(() => ads.toldOf('post'), { timeout: 30_000 }).toContain('complete');
  await expect(player.play()).toBeVisible();
  await expect(commercial(page)).toBeHidden();

  expect(ads.asked).toHaveLength(1);
  const query = Object.fromEntries(ads.asked[0]?.searchParams ?? []);
  expect(query).toMatchObject({
    episode_id: '1',
    enabled: '1',
    api_version: '3',
    protocol: 'https',
  });
  expect(query.client_uuid).toMatch(/^[\da-f-]{36}$/);
  expect(ads.toldOf('none')).toEqual(['no_ad']);
  for (const [name, seconds] of [
    ['pre', 3],
    ['mid', 2],
    ['post', 2],
  ] as const) {
    expect(ads.toldOf(name).sort()).toEqual([...PROGRESS].sort());
    const at = (event: string) =>
      ads.told.find(({ what }) => what === `${name}/${event}`)?.atMs ?? Number.NaN;
    for (const [index, event] of PROGRESS.slice(2).entries()) {
      // An event is never early. How late it is depends on the load of the machine.
      expect(at(event) - at('start')).toBeGreaterThan(((index + 1) / 4) * seconds * 1000 - 300);
    }
  }

  const sights = await page.evaluate(() => window.sights);
  const during = (name: string) => sights.filter(({ heard }) => heard?.includes(`/audio/${name}/`));
  for (const [name, seek, seconds] of [
    ['pre', 0, 3],
    ['mid', 2.5, 2],
    ['post', 5, 2],
  ] as const) {
    const seen = during(name);
    const counted = seen.map(({ left }) => left);
    expect(counted).not.toContain(null);
    expect([...counted].sort((a, b) => Number(b) - Number(a))).toEqual(counted);
    expect(new Set(counted).size).toBeGreaterThanOrEqual(seconds);
    for (const sight of seen) expect(sight.seek).toBeCloseTo(seek, 1);
  }
  const content = sights.filter(({ heard }) => heard?.includes('/media/'));
  expect(content.length).toBeGreaterThan(10);
  expect(content.filter(({ left }) => left !== null).length).toBeLessThanOrEqual(2);
  expect(Math.max(...content.map(({ seek }) => seek))).toBeGreaterThan(4);
  expect(watch.complaints).toEqual([]);
});

test('an ad on the site can be paused and resumed, and the episode follows', async ({
  page,
  product,
  ads,
  watch,
}) => {
  ads.answer(listing(ads.ad('site', 3)));
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await expect(commercial(page)).toBeVisible();
  await expect.poll(() => ads.toldOf('site')).toContain('firstQuartile');
  await player.pause().click();
  await expect.poll(() => ads.toldOf('site')).toContain('pause');
  expect(await player.seek().inputValue()).toBe('0');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: page as never }).include('#bar').analyze();
    expect(violations).toEqual([]);
  }
  await player.play(/^Play Why rooms sing/).click();
  await expect(commercial(page)).toBeHidden({ timeout: 20_000 });
  await expect.poll(() => player.seek().inputValue().then(Number)).toBeGreaterThan(0.5);
  await expect.poll(() => ads.toldOf('site')).toContain('complete');
  expect(ads.toldOf('site').sort()).toEqual([...PROGRESS, 'pause', 'resume'].sort());
  expect(watch.complaints).toEqual([]);
});

test('a player in a sandbox without storage reports the events of an ad', async ({
  page,
  product,
  ads,
  watch,
}) => {
  ads.answer(listing(ads.ad('boxed', 1.5)));
  await page.goto(`${product.demo}/sandbox`);
  await new PlayerObject(page.frameLocator('iframe')).play().click();
  await expect.poll(() => ads.toldOf('boxed').sort()).toEqual([...PROGRESS].sort());
  expect(ads.asked[0]?.searchParams.get('client_referrer')).toBe(`${product.demo}/`);
  expect(watch.complaints).toEqual([]);
});

/** Plays the episode in a separate browser profile. The host recognises it by its user agent. */
async function listen(
  browser: Browser,
  product: Product,
  name: string,
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const context = await browser.newContext({ userAgent: name });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${product.site}/player?episode_id=1`);
  await watchPlayer(page);
  await new PlayerObject(page).play().click();
  return page;
}

const sightsOf = (page: Page) => page.evaluate(() => window.sights);
/** Resolves once the episode is audible. */
const hearEpisode = (page: Page) =>
  expect
    .poll(() => page.locator('.es-range').inputValue().then(Number), { timeout: 30_000 })
    .toBeGreaterThan(0.3);

test('an episode plays without ads if the answer, the ad or the code for ads is unusable', async ({
  browser,
  product,
  ads,
}) => {
  const late = listing(ads.ad('late', 2)) as object;
  const answers: Record<string, Answer> = {
    'not-found': { status: 404, type: 'text/html', body: '<h1>Not found</h1>' },
    html: { type: 'text/html', body: '<!doctype html><p>Hello' },
    slow: { ...late, delayMs: 5_000 } as Answer,
    silent: 'silence',
    broken: listing(ads.ad('broken', 2)),
    stuck: listing(ads.ad('stuck', 2)),
    'no-file': listing(ads.ad('unseen', 2)),
  };
  ads.answer(({ headers }) => answers[headers['user-agent'] ?? ''] ?? { body: '' });
  await Promise.all(
    Object.keys(answers).map(async (name) => {
      const page = await listen(browser, product, name, async (opened) => {
        if (name === 'no-file') await opened.route('**/assets/create-ads-*.js', () => {});
      });
      await hearEpisode(page);
      const sights = await sightsOf(page);
      if (name !== 'broken' && name !== 'stuck')
        expect(sights.filter(({ left }) => left !== null)).toEqual([]);
      expect(sights.filter(({ heard }) => heard?.includes('/audio/late/'))).toEqual([]);
      await page.context().close();
    }),
  );
  expect(ads.told.map(({ what }) => what)).toEqual(['broken/error', 'stuck/error']);
});

test('listeners who opt out of tracking hear ads, and nothing is reported', async ({
  browser,
  product,
  ads,
}) => {
  ads.answer(listing(ads.ad('untold', 1.5), ads.noAd('none')));
  const refusals: Record<string, (page: Page) => Promise<unknown>> = {
    'Do Not Track': (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })),
    'Global Privacy Control': (page) =>
      page.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      ),
    cookie: (page) => page.context().addCookies([{ name: 'dnt', value: '1', url: product.site }]),
  };
  await Promise.all(
    Object.entries(refusals).map(async ([name, refuse]) => {
      const page = await listen(browser, product, name, refuse);
      await hearEpisode(page);
      const sights = await sightsOf(page);
      expect(sights.filter(({ left }) => left !== null)).not.toEqual([]);
      expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('ads');
      await page.context().close();
    }),
  );
  expect(ads.told).toEqual([]);
  expect(ads.asked).toHaveLength(3);
  for (const { searchParams } of ads.asked) {
    expect(searchParams.get('client_dnt')).toBe('1');
    expect(searchParams.has('client_uuid')).toBe(false);
  }
});

test('the next page reports the events of an offline page before anything plays', async ({
  context,
  page,
  product,
  ads,
}) => {
  ads.answer(listing(ads.ad('kept', 2)));
  await page.goto(`${product.site}/player?episode_id=1`);
  const isLoaded = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/audio/kept/'),
  );
  await new PlayerObject(page).play().click();
  await expect.poll(() => ads.toldOf('kept')).toContain('start');
  await isLoaded; // an ad whose file breaks off is skipped, and has no further events
  await context.setOffline(true);
  const before = ads.told.length;
  await expect(commercial(page)).toBeHidden({ timeout: 20_000 });
  await page.close();
  await context.setOffline(false);
  expect(ads.told).toHaveLength(before);
  const next = await context.newPage();
  await next.goto(`${product.site}/player?episode_id=1`);
  await expect.poll(() => ads.toldOf('kept').sort()).toEqual([...PROGRESS].sort());
  expect(ads.asked).toHaveLength(1);
});
