// The browsers in which the benches measure. A missing browser is skipped with a message.
import { chromium, firefox } from 'playwright';
import { findBrowser, findFirefox } from '../../scripts/find-browser.mjs';
import { say } from './report.mjs';

export const launchChromium = async (args = [], executablePath = undefined) =>
  chromium.launch({
    executablePath: executablePath ?? (await findBrowser()),
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
      // Without this setting, Firefox runs an AudioContext only if there is a sound card.
      'media.cubeb.force_mock_context': true,
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
    },
  });
}

const LAUNCHERS = { chromium: launchChromium, firefox: launchFirefox };

/**
 * Runs `measure(browser, name)` in Chromium, and then in Firefox if it is installed.
 * BROWSERS=chromium or BROWSERS=firefox measures in one browser only.
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

/** Runs `work(job)` for each job, on so many `pages` at once. */
export async function inPages(pages, jobs, work) {
  const waiting = [...jobs];
  const workOff = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await work(job);
  };
  await Promise.all(Array.from({ length: pages }, workOff));
}

/** A page of the bench server. `colorScheme` is null because Firefox ESR cannot emulate it. */
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

/** A page with a fresh profile and the speed of a cheap phone on a poor connection. Chromium only. */
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
 * Records in each frame when the element that `find()` returns was painted: `window.paintedAt`, in milliseconds since
 * 1970, so that the times of different frames can be compared.
 */
export async function notePainted(page, find) {
  await page.addInitScript(`(() => {
    const find = ${find};
    const look = () => {
      const box = find()?.getBoundingClientRect();
      if (!box?.height) return requestAnimationFrame(look);
      // When the task after the animation frame runs, the browser has sent the frame to the screen.
      requestAnimationFrame(() => setTimeout(() => {
        window.paintedAt = performance.timeOrigin + performance.now();
      }));
    };
    look();
  })()`);
}
