import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserType } from 'playwright-core';

const PACKAGES = ['playwright-core', 'playwright', '@playwright/test'];
const NO_PLAYWRIGHT =
  'There is no browser. Install one: npm install --save-dev playwright && npx playwright install chromium';
const NO_CHROMIUM =
  'There is no Chromium. Run: npx playwright install chromium (or set CHROMIUM_PATH)';

/** Where Linux distributions and macOS have it. */
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A running browser, or the reason why no browser runs. */
export type OpenedBrowser = { browser: Browser; missing: '' } | { browser: null; missing: string };

/** Opens Chromium with the Playwright of the developer's project, or the one beside this package. */
export async function openBrowser(): Promise<OpenedBrowser> {
  const file = findPackage(PACKAGES);
  if (!file) return { browser: null, missing: NO_PLAYWRIGHT };
  const loaded = (await import(pathToFileURL(file).href)) as Loaded;
  const chromium = loaded.chromium ?? loaded.default?.chromium;
  if (!chromium) return { browser: null, missing: NO_PLAYWRIGHT };
  const { CHROMIUM_PATH } = process.env;
  const found = [chromium.executablePath(), ...USUAL_PLACES].find((path) => existsSync(path));
  const executablePath = CHROMIUM_PATH || found || '';
  if (!existsSync(executablePath)) return { browser: null, missing: NO_CHROMIUM };
  try {
    const browser = await chromium.launch({
      executablePath,
      // The methods of Player.js are tried without a click.
      args: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
    });
    return { browser, missing: '' };
  } catch (error) {
    const [line] = String((error as Error).message).split('\n');
    return { browser: null, missing: `Chromium does not start: ${line}` };
  }
}

interface Loaded {
  chromium?: BrowserType;
  default?: { chromium?: BrowserType };
}

/** The file of the first installed package. Null without any of them. */
export function findPackage(names: readonly string[]): string | null {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const { resolve } = createRequire(from);
    for (const name of names) {
      try {
        return resolve(name);
      } catch {
        // It is not installed there.
      }
    }
  }
  return null;
}
