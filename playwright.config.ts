import { defineConfig } from '@playwright/test';

const { CHROMIUM_PATH, FIREFOX_PATH } = process.env;

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      // Playwright switches these off, and with them real storage partitioning.
      '--disable-features=Translate,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    ],
  },
};

const ENGINE = 'tests/e2e/engine';
const PRECISION = 'precision.spec.ts';
/** The tests of sound mostly wait for it, so they can run side by side (`--workers`). Those of pages cannot. */
const sound = { testDir: ENGINE, fullyParallel: true };
/** These compare times of some milliseconds. A machine that plays other sounds as well would be measured too. */
const precision = { testDir: ENGINE, testMatch: PRECISION };

export default defineConfig({
  testDir: 'tests/e2e',
  // Frames want the processor to themselves: one product and one browser.
  workers: 1,
  timeout: 60_000,
  outputDir: 'test-results/playwright',
  projects: [
    { name: 'chromium', testIgnore: ['**/engine/**', 'wordpress.spec.ts'], use: chromium },
    { name: 'wordpress', testMatch: 'wordpress.spec.ts', use: chromium },
    { name: 'sound-chromium', ...sound, testIgnore: PRECISION, use: chromium },
    { name: 'precision-chromium', ...precision, use: chromium },
    // Browsers differ in sound, and in what other people's pages do to a frame.
    ...(FIREFOX_PATH
      ? [
          {
            name: 'sound-firefox',
            ...sound,
            testIgnore: [
              PRECISION,
              // Firefox takes every request of its driver for a gesture, so nothing is ever blocked.
              'autoplay.spec.ts',
              // No browser hears a difference in the answers of an API.
              'api-failures.spec.ts',
            ],
            ...firefox(FIREFOX_PATH),
          },
          { name: 'precision-firefox', ...precision, ...firefox(FIREFOX_PATH) },
          { name: 'hosts-firefox', testMatch: 'hosts.spec.ts', ...firefox(FIREFOX_PATH) },
        ]
      : []),
  ],
});

/** A Firefox as its makers ship it, driven without patches. */
function firefox(executablePath: string) {
  return {
    use: {
      browserName: 'firefox' as const,
      channel: 'moz-firefox',
      colorScheme: null, // cannot be emulated
      launchOptions: {
        executablePath,
        firefoxUserPrefs: {
          // Clicks into frames of another origin vanish without it.
          'fission.webContentIsolationStrategy': 0,
          // Sound is played also where there is no sound card.
          'media.cubeb.force_mock_context': true,
        },
      },
    },
  };
}
