// Finds the browser for the tests, or installs one.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHROMIUM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without its windows: the same engine, for two thirds of the work. */
const SHELL_PLACES = ['/usr/bin/chromium-headless-shell'];

const FIREFOX_PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The browser that the environment variable `name` points to, else the first installed one. */
function findInstalled(name, places) {
  const wanted = process.env[name];
  if (!wanted) return places.find((path) => existsSync(path));
  if (existsSync(wanted)) return wanted;
  throw new Error(`${name} points to ${wanted}, but there is no browser.`);
}

/**
 * Path of a Firefox, for the sound tests; undefined if none is installed.
 * @throws Error if FIREFOX_PATH points to a file that does not exist.
 */
export const findFirefox = () => findInstalled('FIREFOX_PATH', FIREFOX_PLACES);
/**
 * Path of a Chromium without windows, for tests of pages; undefined if none is installed.
 * @throws Error if CHROMIUM_SHELL_PATH points to a file that does not exist.
 */
export const findShell = () => findInstalled('CHROMIUM_SHELL_PATH', SHELL_PLACES);
const findChromium = () => findInstalled('CHROMIUM_PATH', CHROMIUM_PLACES);

/** The Chromium that Playwright has downloaded. */
async function findPlaywrights() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args], { stdio: 'inherit' });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
}

/** Path of a Chromium. Installs one if necessary. @throws Error with instructions if that fails. */
export async function findBrowser() {
  const there = findChromium() ?? (await findPlaywrights());
  if (there) return there;
  installFromDebian();
  if (findChromium()) return findChromium();
  try {
    execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  } catch {
    // The error below contains the instructions.
  }
  const own = await findPlaywrights();
  if (own) return own;
  throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH to its path.');
}
