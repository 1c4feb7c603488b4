import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { startVast, type VastServer } from '../../server/tests/helpers/vast-server.ts';
import { PROGRESS, type SoundingAdsHost, startSoundingAdsHost, waitForAds } from './ads-host.ts';
import { PlayerObject } from './pages/player.ts';
import { test as base, expect } from './product.ts';

interface AdServer {
  vast: VastServer;
  /** Serves its audio and collects its trackers' reports. */
  files: SoundingAdsHost;
}

const test = base.extend<object, { adServer: AdServer }>({
  adServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const [vast, files] = await Promise.all([startVast(), startSoundingAdsHost()]);
      await use({ vast, files });
      await Promise.all([vast.close(), files.stop()]);
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    ({ adServer }, use) =>
      use({ ADS_URL: `vast:${adServer.vast.url}/tag?pos=[BREAKPOSITION]`, ADS_PRIVATE: 'true' }),
    { scope: 'worker' },
  ],
});

const commercial = (page: Page) => page.getByText(/^Commercial \d/).filter({ visible: true });

const soap = (host: string) => `<VAST version="4.2"><Ad><InLine>
  <Impression>${host}/told/soap/impression</Impression>
  <Creatives><Creative><Linear><Duration>00:00:04</Duration>
    <TrackingEvents>${PROGRESS.slice(1)
      .map((event) => `<Tracking event="${event}">${host}/told/soap/${event}</Tracking>`)
      .join('')}</TrackingEvents>
    <MediaFiles><MediaFile delivery="progressive" type="audio/wav">${host}/audio/soap/4.wav</MediaFile></MediaFiles>
  </Linear></Creative></Creatives>
</InLine></Ad></VAST>`;

test('an ad of a VAST server plays before the episode, can be paused, and its trackers hear of it', async ({
  page,
  product,
  adServer: { vast, files },
  watch,
}) => {
  vast.answers.set('/tag', soap(files.url));
  await waitForAds(page);
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await expect(commercial(page)).toBeVisible();
  await expect.poll(() => files.toldOf('soap')).toContain('start');
  await player.pause().click();
  await expect.poll(() => player.isPaused()).toBe(true);
  expect(await player.seek().inputValue()).toBe('0');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: page as never }).include('#bar').analyze();
    expect(violations).toEqual([]);
  }
  await player.play(/^Play Why rooms sing/).click();
  await expect(commercial(page)).toBeHidden({ timeout: 20_000 });
  await expect.poll(() => player.seek().inputValue().then(Number)).toBeGreaterThan(0.5);
  await expect.poll(() => new Set(files.toldOf('soap'))).toEqual(new Set(PROGRESS));
  expect(vast.requests.map(({ query }) => query.get('pos'))).toEqual(['1']);
  expect(watch.complaints).toEqual([]);
});
