import { defineConfig } from '@playwright/test';

const { CHROMIUM_PATH, FIREFOX_PATH } = process.env;

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      // Playwright disables more features by default, storage partitioning among them. The tests need that one.
      '--disable-features=Translate,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    ],
  },
};

const ENGINE = 'tests/e2e/engine';
const PRECISION = 'precision.spec.ts';
/** Sound tests mostly wait, so they can run in parallel (`--workers`). Page tests cannot. */
const sound = { testDir: ENGINE, fullyParallel: true };
/** These tests measure milliseconds, so no other sound test may run at the same time. */
const precision = { testDir: ENGINE, testMatch: PRECISION };

export default defineConfig({
  testDir: 'tests/e2e',
  // Pages with many frames need the whole processor, so only one browser runs at a time.
  workers: 1,
  timeout: 60_000,
  // A busy machine needs longer than the 5 s that are usual.
  expect: { timeout: 15_000 },
  outputDir: 'test-results/playwright',
  projects: [
    { name: 'chromium', testIgnore: ['**/engine/**', 'wordpress.spec.ts'], use: chromium },
    { name: 'wordpress', testMatch: 'wordpress.spec.ts', use: chromium },
    { name: 'sound-chromium', ...sound, testIgnore: PRECISION, use: chromium },
    { name: 'precision-chromium', ...precision, use: chromium },
    // Firefox runs only the tests of sound and of third-party pages, in which browsers differ.
    ...(FIREFOX_PATH
      ? [
          {
            name: 'sound-firefox',
            ...sound,
            testIgnore: [
              PRECISION,
              // Firefox counts every command of its driver as a user gesture, so it never blocks autoplay.
              'autoplay.spec.ts',
              // The answers of the API do not depend on the browser.
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

/** An unpatched Firefox release. */
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
          // Plays sound even without a sound card.
          'media.cubeb.force_mock_context': true,
        },
      },
    },
  };
}
