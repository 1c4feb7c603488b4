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

const SLOW_4G = {
  offline: false,
  latency: 150, // ms
  downloadThroughput: 200_000, // bytes a second
  uploadThroughput: 94_000,
};
const CPU_SLOWDOWN = 4;
export const SLOW = `slow 4G, ${CPU_SLOWDOWN}x slower processor`;

/** A page of a fresh profile, as on a cheap phone with a poor connection. Chromium only. */
export async function openSlowPage(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, session, close: () => context.close() };
}

/**
 * Notes in each frame of a page when what `find()` gives was painted: `window.paintedAt`, milliseconds since 1970, so
 * that frames compare.
 */
export async function notePainted(page, find) {
  await page.addInitScript(`(() => {
    const find = ${find};
    const look = () => {
      const box = find()?.getBoundingClientRect();
      if (!box?.height) return requestAnimationFrame(look);
      // The frame that holds it is on its way once the next task runs.
      requestAnimationFrame(() => setTimeout(() => {
        window.paintedAt = performance.timeOrigin + performance.now();
      }));
    };
    look();
  })()`);
}
