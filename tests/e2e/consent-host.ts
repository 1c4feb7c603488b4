import type { Page } from '@playwright/test';
import { listing, type SoundingAdsHost, startSoundingAdsHost, waitForAds } from './ads-host.ts';
import { test as base, expect } from './product.ts';

/** A product that requires consent for ads, and its ads host: one ad of 2 s before each episode. */
export const test = base.extend<{ freshAds: null }, { ads: SoundingAdsHost }>({
  ads: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const host = await startSoundingAdsHost();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    ({ ads }, use) => use({ ADS_URL: ads.url, CONSENT_REQUIRED: 'true' }),
    { scope: 'worker' },
  ],
  // A hook would apply to a single file.
  freshAds: [
    async ({ ads, page }, use) => {
      ads.asked.length = 0;
      ads.told.length = 0;
      ads.answer(listing(ads.ad('pre', 2)));
      await waitForAds(page);
      await use(null);
    },
    { auto: true },
  ],
});

export const commercial = (page: Page) =>
  page.getByText(/^Commercial \d/).filter({ visible: true });

/** The addresses of all requests to the ads host that leave the browser. */
export function recordRequests(page: Page, ads: SoundingAdsHost): string[] {
  const asked: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(ads.url)) asked.push(request.url());
  });
  return asked;
}

/** Resolves once the episode of the page's own player is audible. */
export const hearEpisode = (page: Page) =>
  expect
    .poll(() => page.locator('.es-range').inputValue().then(Number), { timeout: 30_000 })
    .toBeGreaterThan(0.3);
