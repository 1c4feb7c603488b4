import type { Browser, Page } from '@playwright/test';
import type { Answer } from '../ads/ads-host.ts';
import { listing, PROGRESS, waitForAds } from './ads-host.ts';
import { commercial, hearEpisode, test } from './consent-host.ts';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, type Product } from './product.ts';

/** One observation of the page, ten times a second. */
interface Sight {
  /** Seconds on the countdown; null while no ad plays. */
  left: number | null;
  /** The second of the episode that the seek bar shows. */
  seek: number;
  /** Address of the audible file. */
  heard: string | null;
  /** Seconds of this file that are still to be heard. */
  rest: number;
}

/** A beacon that leaves the page. */
interface Sent {
  /** `{ad}/{event}`. */
  what: string;
  /** The part of the ad that has been heard, 0 to 1. */
  heardPart: number;
}

declare global {
  interface Window {
    sights: Sight[];
    sent: Sent[];
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
        rest: audio?.duration ? audio.duration - audio.currentTime : 0,
      });
    }, 100);
  });

/** Notes how much of its ad has been heard when a beacon leaves. Its arrival depends on the load of the machine. */
const watchBeacons = (page: Page) =>
  page.addInitScript(() => {
    window.sent = [];
    const { fetch } = window;
    window.fetch = (...args) => {
      const [, name, event] = /\/told\/(\w+)\/(\w+)/.exec(String(args[0])) ?? [];
      const audio = [...document.querySelectorAll('audio')].find(({ currentSrc }) =>
        currentSrc.includes(`/audio/${name}/`),
      );
      // Its element may hold the next file already.
      const heardPart = audio ? audio.currentTime / audio.duration : 1;
      if (event) window.sent.push({ what: `${name}/${event}`, heardPart });
      return fetch(...args);
    };
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

const FRACTIONS = { firstQuartile: 0.25, midpoint: 0.5, thirdQuartile: 0.75, complete: 1 };
const AD_S = 3;
/** The name of an audible ad, `episode`, or null for the silence before them. */
const fileOf = (heard: string | null) => {
  const { pathname } = new URL(heard || 'about:blank');
  return pathname.startsWith('/media/')
    ? 'episode'
    : (/^\/audio\/(\w+)/.exec(pathname)?.[1] ?? null);
};
/** The ads of the first test, with the second of the episode at which each plays. */
const ADS_AT = { pre: 0, mid: 2.5, post: 5 };

test('ads play before, within and after an episode, stop its clock, and report each event once', async ({
  page,
  product,
  ads,
  watch,
}) => {
  test.slow();
  const [pre, ...others] = Object.keys(ADS_AT).map((name) => ads.ad(name, AD_S));
  ads.answer(listing(pre ?? {}, ads.noAd('none'), ...others));
  await giveSlots(page);
  await waitForAds(page);
  await watchBeacons(page);
  await page.goto(`${product.site}/player?episode_id=1&consent=true`);
  await watchPlayer(page);
  const player = new PlayerObject(page);
  await player.play().click();
  await expect.poll(() => ads.toldOf('post'), { timeout: 90_000 }).toContain('complete');
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
  const sent = await page.evaluate(() => window.sent);
  const heardAt = (what: string) => sent.find((beacon) => beacon.what === what)?.heardPart;
  for (const name of Object.keys(ADS_AT)) {
    expect(ads.toldOf(name).sort()).toEqual([...PROGRESS].sort());
    for (const [event, fraction] of Object.entries(FRACTIONS)) {
      expect(heardAt(`${name}/${event}`)).toBeGreaterThan(fraction - 0.05);
    }
  }

  const sights = await page.evaluate(() => window.sights);
  const files = sights.map(({ heard }) => fileOf(heard)).filter((file) => file !== null);
  expect(files.filter((file, index) => file !== files[index - 1])).toEqual([
    'pre',
    'episode',
    'mid',
    'episode',
    'post',
  ]);
  for (const [name, second] of Object.entries(ADS_AT)) {
    const heard = sights.filter((sight) => fileOf(sight.heard) === name);
    // The first ad may sound a moment before the controls have loaded.
    const first = name === 'pre' ? heard.findIndex(({ left }) => left !== null) : 0;
    const seen = heard.slice(first);
    const counted = seen.map(({ left }) => left);
    expect(counted).not.toContain(null);
    expect([...counted].sort((a, b) => Number(b) - Number(a))).toEqual(counted);
    expect(new Set(counted).size).toBeGreaterThan(1);
    expect(counted[0]).toBeLessThanOrEqual(AD_S);
    for (const { seek, left, rest } of seen) {
      expect(seek).toBeCloseTo(second, 1);
      expect(left).toBeGreaterThanOrEqual(Math.ceil(rest - 0.1));
    }
  }
  const content = sights.filter(({ heard }) => fileOf(heard) === 'episode');
  expect(content.filter(({ left }) => left !== null).length).toBeLessThanOrEqual(2);
  expect(Math.max(...content.map(({ seek }) => seek))).toBeGreaterThan(ADS_AT.mid);
  expect(watch.complaints).toEqual([]);
});

test('a player in a sandbox without storage reports the events of an ad', async ({
  page,
  product,
  ads,
  watch,
}) => {
  ads.answer(listing(ads.ad('boxed', 1.5)));
  const host = await startControlHost();
  host.html = `<iframe sandbox="allow-scripts" src="${product.site}/player?episode_id=1&consent=true"></iframe>`;
  await page.goto(host.origin);
  await new PlayerObject(page.frameLocator('iframe')).play().click();
  await expect.poll(() => ads.toldOf('boxed').sort()).toEqual([...PROGRESS].sort());
  expect(ads.asked[0]?.searchParams.get('client_referrer')).toBe(`${host.origin}/`);
  expect(watch.complaints).toEqual([]);
  await host.close();
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
  await page.goto(`${product.site}/player?episode_id=1&consent=true`);
  await watchPlayer(page);
  await new PlayerObject(page).play().click();
  return page;
}

const sightsOf = (page: Page) => page.evaluate(() => window.sights);
test('an episode plays without ads if the answer, the ad or the code for ads is unusable', async ({
  browser,
  product,
  ads,
}) => {
  const answers: Record<string, Answer> = {
    silent: 'silence',
    broken: listing(ads.ad('broken', 2)),
    'no-file': listing(ads.ad('unseen', 2)),
  };
  const hasAd = (name: string) => name === 'broken';
  ads.answer(({ headers }) => answers[headers['user-agent'] ?? ''] ?? { body: '' });
  await Promise.all(
    Object.keys(answers).map(async (name) => {
      const page = await listen(browser, product, name, async (opened) => {
        if (hasAd(name)) await waitForAds(opened);
        if (name === 'no-file') await opened.route('**/assets/create-ads-*.js', () => {});
      });
      await hearEpisode(page);
      const sights = await sightsOf(page);
      if (hasAd(name)) await expect.poll(() => ads.toldOf(name)).toEqual(['error']);
      else expect(sights.filter(({ left }) => left !== null)).toEqual([]);
      await page.context().close();
    }),
  );
  expect(ads.told).toEqual(['broken/error']);
});
