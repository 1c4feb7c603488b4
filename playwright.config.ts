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
/** These tests measure milliseconds, or what a server sends in a few of them. */
const PRECISION = ['precision.spec.ts', 'warm-up.spec.ts'];
/** These tests mostly wait, so they can run in parallel (`--workers`). Each worker has a server of its own. */
const pages = { fullyParallel: true };
const sound = { testDir: ENGINE, fullyParallel: true };
/**
 * Screens and parts of the site that Firefox runs as well: forms, dialogs, editors, navigation, and a whole life. Its driver
 * cannot switch JavaScript off, and tests with the tag `@chromium` need what it cannot do either.
 */
const SITE_IN_FIREFOX = [
  'bar.spec.ts',
  'billing.spec.ts',
  'comments.spec.ts',
  'flash.spec.ts',
  'history.spec.ts',
  'login.spec.ts',
  'marks.spec.ts',
  'payments.spec.ts',
  'right-to-left.spec.ts',
  'search.spec.ts',
  'settings.spec.ts',
  'share.spec.ts',
  'sign-in.spec.ts',
  'signup.spec.ts',
  'site.spec.ts',
  'studio-*.spec.ts',
  'transcript.spec.ts',
  'whole-life.spec.ts',
];
const NOT_IN_FIREFOX = /without (JavaScript|scripts)|JavaScript (is )?off|@chromium/;
/** No other sound test may run at the same time. */
const precision = { testDir: ENGINE, testMatch: PRECISION };

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/prepare-samples.ts',
  workers: 1, // `npm test` runs parts side by side where nothing is measured
  timeout: 60_000,
  // A busy machine needs longer than the 5 s that are usual.
  expect: { timeout: 15_000 },
  outputDir: 'test-results/playwright',
  // A worker takes requests out of the sight of `page.route`. offline.spec.ts allows it.
  use: { serviceWorkers: 'block' },
  projects: [
    {
      name: 'chromium',
      ...pages,
      testIgnore: ['**/engine/**', 'wordpress.spec.ts'],
      use: chromium,
    },
    { name: 'wordpress', testMatch: 'wordpress.spec.ts', use: chromium },
    { name: 'sound-chromium', ...sound, testIgnore: PRECISION, use: chromium },
    { name: 'precision-chromium', ...precision, use: chromium },
    // Firefox runs the tests in which browsers differ: sound, storage, third-party pages, and the site's own.
    ...(FIREFOX_PATH
      ? [
          {
            name: 'sound-firefox',
            ...sound,
            testIgnore: [
              ...PRECISION,
              // Firefox counts every command of its driver as a user gesture, so it never blocks autoplay.
              'autoplay.spec.ts',
              // The answers of the API do not depend on the browser.
              'api-failures.spec.ts',
            ],
            ...firefox(FIREFOX_PATH),
          },
          { name: 'precision-firefox', ...precision, ...firefox(FIREFOX_PATH) },
          {
            name: 'hosts-firefox',
            ...pages,
            testMatch: ['hosts.spec.ts', 'resume.spec.ts', 'continue.spec.ts'],
            ...firefox(FIREFOX_PATH),
          },
          {
            name: 'site-firefox',
            ...pages,
            testMatch: SITE_IN_FIREFOX,
            grepInvert: NOT_IN_FIREFOX,
            ...firefox(FIREFOX_PATH),
          },
          {
            name: 'dark-firefox',
            ...pages,
            testMatch: 'color-scheme.spec.ts',
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
          ...prefs,
        },
      },
    },
  };
}
