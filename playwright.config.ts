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

/** The tests of sound mostly wait for it: they can run side by side (`--workers`), which those of pages cannot. */
const sound = { testDir: 'tests/e2e/engine', fullyParallel: true };

export default defineConfig({
  testDir: 'tests/e2e',
  // Frames want the processor to themselves: one product and one browser.
  workers: 1,
  timeout: 60_000,
  outputDir: 'test-results/playwright',
  projects: [
    { name: 'chromium', testIgnore: '**/engine/**', use: chromium },
    { name: 'sound-chromium', ...sound, use: chromium },
    // What differs between browsers is sound, and what pages of others do to a frame.
    ...(FIREFOX_PATH
      ? [
          {
            name: 'sound-firefox',
            ...sound,
            testIgnore: [
              // Whatever its driver asks a page counts as a gesture, also what it asks by itself.
              'autoplay.spec.ts',
              // What an API answers is heard alike in all.
              'api-failures.spec.ts',
            ],
            ...firefox(FIREFOX_PATH),
          },
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
