import { defineConfig } from '@playwright/test';

const { CHROMIUM_PATH, FIREFOX_PATH } = process.env;

export default defineConfig({
  testDir: 'tests/e2e',
  // Sound and frames want the processor to themselves: one product and one browser.
  workers: 1,
  timeout: 60_000,
  outputDir: 'test-results/playwright',
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
          args: [
            '--no-sandbox',
            // Playwright switches these off, and with them real storage partitioning.
            '--disable-features=Translate,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
          ],
        },
      },
    },
    // What differs between browsers is sound; the pages are tested in one.
    ...(FIREFOX_PATH ? [firefox(FIREFOX_PATH)] : []),
  ],
});

/** A Firefox as its makers ship it, driven without patches. */
function firefox(executablePath: string) {
  return {
    name: 'firefox',
    testDir: 'tests/e2e/engine',
    // Whatever its driver asks a page counts as a gesture, also what it asks by itself.
    testIgnore: 'autoplay.spec.ts',
    use: {
      browserName: 'firefox' as const,
      channel: 'moz-firefox',
      colorScheme: null, // cannot be emulated
      launchOptions: {
        executablePath,
        // Clicks into frames of another origin vanish without it.
        firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
      },
    },
  };
}
