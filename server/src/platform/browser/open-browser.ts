import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Dial, type GuardedProxy, openGuardedProxy } from './guarded-proxy.ts';
import { VisitError } from './visit-error.ts';

/** There is no browser, or it does not start. The message says what to do. */
export class BrowserUnavailable extends VisitError {
  override readonly name = 'BrowserUnavailable';
}

export interface OpenBrowser {
  context: BrowserContext;
  page: Page;
  proxy: GuardedProxy;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** CHROMIUM_PATH. Null looks in the usual places. */
  chromiumPath: string | null;
  hasSandbox: boolean;
  dial: Dial;
  maxBytes: number;
  /** For tests, whose certificates no authority has signed. */
  ignoresCertificates?: boolean;
}

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-headless-shell',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a Chromium.
 * @throws BrowserUnavailable
 */
function findChromium(wanted: string | null): string {
  const found = wanted ?? PLACES.find((path) => existsSync(path));
  if (!found) throw new BrowserUnavailable('no_browser');
  if (existsSync(found)) return found;
  throw new BrowserUnavailable('no_browser_file', { path: found });
}

/**
 * Starts a Chromium with a fresh profile, whose every connection goes through a proxy with the given rules.
 * @throws BrowserUnavailable
 */
export async function openBrowser(options: BrowserOptions): Promise<OpenBrowser> {
  const executablePath = findChromium(options.chromiumPath);
  const { chromium } = await import('playwright-core').catch((cause) => {
    throw new BrowserUnavailable('no_playwright', {}, { cause });
  });
  const proxy = await openGuardedProxy(options);
  let browser: Browser | null = null;
  const close = async () => {
    await browser?.close();
    await proxy.close();
  };
  try {
    browser = await chromium.launch({
      executablePath,
      chromiumSandbox: options.hasSandbox,
      proxy: { server: proxy.url, bypass: '<-loopback>' }, // Chromium bypasses proxies for loopback otherwise
      args: ARGUMENTS,
      timeout: 30_000,
    });
    const context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
      ignoreHTTPSErrors: options.ignoresCertificates ?? false,
    });
    const page = await context.newPage();
    // Windows that the page opens are closed. Playwright dismisses dialogs.
    context.on('page', (other) => void other.close().catch(() => {}));
    return { context, page, proxy, close };
  } catch (cause) {
    await close();
    throw notStarted(cause as Error);
  }
}

const ARGUMENTS = [
  '--mute-audio',
  // Nothing leaves past the proxy: no own look-ups, no UDP.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

function notStarted(cause: Error): BrowserUnavailable {
  if (/sandbox/i.test(cause.message)) return new BrowserUnavailable('no_sandbox', {}, { cause });
  const detail = cause.message.split('\n')[0] ?? '';
  return new BrowserUnavailable('not_started', { detail }, { cause });
}
