// The browsers that the benches measure in. One that is not there is left out, and said so.
import { existsSync } from 'node:fs';
import { chromium, firefox } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { say } from './bench-server.mjs';

const FIREFOX_PLACES = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

const launchChromium = async (args = []) =>
  chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', ...args],
  });

async function launchFirefox() {
  const executablePath = FIREFOX_PLACES.find((path) => path && existsSync(path));
  if (!executablePath) return null;
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: {
      'fission.webContentIsolationStrategy': 0,
      // An AudioContext of Firefox needs a sound card to run; this one runs without.
      'media.cubeb.force_mock_context': true,
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
    },
  });
}

/**
 * Runs `measure(browser, name)` in Chromium and, where there is one, in Firefox.
 * BROWSERS=chromium or BROWSERS=firefox measures in one only.
 */
export async function inEachBrowser(measure) {
  const wanted = (process.env.BROWSERS ?? 'chromium,firefox').split(',');
  const launchers = { chromium: launchChromium, firefox: launchFirefox };
  await Promise.all(
    wanted.map(async (name) => {
      const browser = await launchers[name]();
      if (!browser) {
        say(`(${name} is not installed: left out; FIREFOX_PATH names one)`);
        return;
      }
      try {
        await measure(browser, name);
      } finally {
        await browser.close();
      }
    }),
  );
}

export { launchChromium };

/** A page of the bench server. `colorScheme` null: Firefox ESR refuses to have it set. */
export async function openPage(browser, origin) {
  const context = await browser.newContext({ colorScheme: null });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  return page;
}
