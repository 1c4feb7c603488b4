// The browser that the tests drive: one that is there, or one that can be had by package name.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHROMIUM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const FIREFOX_PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The one that is named, else the first that is there. A named one that is missing is an error, and no other one. */
function findInstalled(name, places) {
  const wanted = process.env[name];
  if (!wanted) return places.find((path) => existsSync(path));
  if (existsSync(wanted)) return wanted;
  throw new Error(`There is no browser at ${wanted}, where ${name} has it.`);
}

/**
 * Path of a Firefox, for the tests of sound; undefined where there is none.
 * @throws Error when FIREFOX_PATH names one that is not there.
 */
export const findFirefox = () => findInstalled('FIREFOX_PATH', FIREFOX_PLACES);
const findChromium = () => findInstalled('CHROMIUM_PATH', CHROMIUM_PLACES);

/** Playwright's own, where its download is allowed. */
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

/** Path of a Chromium. @throws Error saying what to do when there is none to be had. */
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
    // said below, with what to do
  }
  const own = await findPlaywrights();
  if (own) return own;
  throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH to it.');
}
