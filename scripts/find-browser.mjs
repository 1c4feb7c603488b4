// The browser that the tests drive: one that is there, or one that can be had by package name.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const findInstalled = () => PLACES.find((path) => path && existsSync(path));

const FIREFOX_PLACES = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/**
 * Path of a Firefox, for the tests of sound; undefined where there is none.
 * @throws Error when FIREFOX_PATH names one that is not there.
 */
export function findFirefox() {
  const wanted = process.env.FIREFOX_PATH;
  if (wanted && !existsSync(wanted)) throw new Error(`There is no Firefox at ${wanted}.`);
  return FIREFOX_PLACES.find((path) => path && existsSync(path));
}

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
  const there = findInstalled() ?? (await findPlaywrights());
  if (there) return there;
  installFromDebian();
  if (findInstalled()) return findInstalled();
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
