import { defineConfig } from '@playwright/test';

const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH, FIREFOX_PATH } = process.env;

/**
 * Playwright disables more features by default, storage partitioning among them. The tests need that one. The two
 * pages behind the address bar cost each new window a second of processor time.
 */
const DISABLED =
  'Translate,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,WebUIOmniboxPopup,WebUIOmniboxAimPopup';
const chromiumAt = (executablePath: string | undefined) => ({
  browserName: 'chromium' as const,
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', `--disable-features=${DISABLED}`],
  },
});
/** For tests of sound: a listener's autoplay and media keys are those of the whole browser. */
const chromium = chromiumAt(CHROMIUM_PATH);
const shell = chromiumAt(CHROMIUM_SHELL_PATH ?? CHROMIUM_PATH);

const ENGINE = 'tests/e2e/engine';
/** These tests measure milliseconds, or what a server sends in a few of them. */
const PRECISION = ['precision.spec.ts', 'warm-up.spec.ts'];
/** These tests mostly wait, so they can run in parallel (`--workers`). Each worker has its own server. */
const pages = { fullyParallel: true };
const sound = { testDir: ENGINE, fullyParallel: true };
/** The theme of Firefox is a preference of the whole browser. */
const DARK = 'color-scheme.spec.ts';
/** No other sound test may run at the same time. */
const precision = { testDir: ENGINE, testMatch: PRECISION };

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/prepare-samples.ts',
  workers: 1, // `npm test` runs parts side by side where nothing is measured
  // A busy machine needs longer than what is usual, and no time here is a fact about the product.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results/playwright',
  use: {
    // `page.route` does not see the requests of a service worker. offline.spec.ts allows workers.
    serviceWorkers: 'block',
    // The failure then names the action that hangs. The limit of the whole test would not.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
  },
  projects: [
    {
      name: 'chromium',
      ...pages,
      testIgnore: ['**/engine/**', 'wordpress.spec.ts', '*-webkit.spec.ts'],
      use: shell,
    },
    { name: 'sound-chromium', ...sound, testIgnore: PRECISION, use: chromium },
    { name: 'precision-chromium', ...precision, use: chromium },
    {
      name: 'accessibility',
      testDir: 'tests/accessibility',
      testMatch: '*.spec.ts',
      ...pages,
      use: shell,
    },
    { name: 'wordpress', testMatch: 'wordpress.spec.ts', use: chromium },
    // The tests drive WebKit themselves. The page of its fixtures is one of Chromium.
    { name: 'webkit', testMatch: '*-webkit.spec.ts', use: chromium },
    // Firefox runs the tests with the tag `@firefox`: those in which browsers differ.
    ...(FIREFOX_PATH
      ? [
          { name: 'sound-firefox', ...sound, ...firefox(FIREFOX_PATH) },
          {
            name: 'firefox',
            ...pages,
            testIgnore: ['**/engine/**', DARK],
            ...firefox(FIREFOX_PATH),
          },
          {
            name: 'dark-firefox',
            ...pages,
            testMatch: DARK,
            ...firefox(FIREFOX_PATH, { 'ui.systemUsesDarkTheme': 1 }),
          },
        ]
      : []),
  ],
});

/** An unpatched Firefox release. */
function firefox(executablePath: string, prefs: Record<string, number> = {}) {
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
          // Each of several windows counts as the focused one.
          'focusmanager.testmode': true,
          // Plays sound even without a sound card.
          'media.cubeb.force_mock_context': true,
          // A process for the next page, whether it comes or not, takes a tenth of the processor time.
          'dom.ipc.processPrelaunch.enabled': false,
          ...prefs,
        },
      },
    },
  };
}
