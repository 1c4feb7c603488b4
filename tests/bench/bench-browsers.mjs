// The browsers that the benches measure in. One that is not there is left out, and said so.
import { chromium, firefox } from 'playwright';
import { findBrowser, findFirefox } from '../../scripts/find-browser.mjs';
import { say } from './report.mjs';

export const launchChromium = async (args = []) =>
  chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', ...args],
  });

async function launchFirefox() {
  const executablePath = findFirefox();
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

const LAUNCHERS = { chromium: launchChromium, firefox: launchFirefox };

/**
 * Runs `measure(browser, name)` in Chromium and then, where there is one, in Firefox.
 * BROWSERS=chromium or BROWSERS=firefox measures in one only.
 */
export async function inEachBrowser(measure) {
  for (const name of (process.env.BROWSERS ?? 'chromium,firefox').split(',')) {
    const browser = await LAUNCHERS[name]();
    if (!browser) {
      say(`(${name} is not installed: left out; FIREFOX_PATH names one)`);
      continue;
    }
    try {
      await measure(browser, name);
    } finally {
      await browser.close();
    }
  }
}

/** `work(job)` for each job, in so many pages at once. */
export async function inPages(pages, jobs, work) {
  const waiting = [...jobs];
  const workOff = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await work(job);
  };
  await Promise.all(Array.from({ length: pages }, workOff));
}

/** A page of the bench server. `colorScheme` null: Firefox ESR refuses to have it set. */
export async function openPage(browser, origin) {
  const context = await browser.newContext({ colorScheme: null });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  return page;
}
