import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Frame, Page, Request } from 'playwright-core';
import type { PlayerAddress } from '../discover.ts';
import { type FramedPlayer, openHostPage, serveHostPage } from './host-page.ts';
import { findPackage } from './open-browser.ts';

const MAX_STOPS = 80;
const LOOKED_AT_STOPS = 8; // a picture of each costs a tenth of a second
const FOCUS_MS = 1_000;
const MAX_LOST = 3; // presses after which the focus is nowhere
const PLAY_MS = 5_000;
const NARROW_PX = 320;
const RESIZED_WITHIN_MS = 2_000;

export interface EmbedRequest {
  url: string;
  /** Bytes of the body as sent, and of the headers. */
  bytes: number;
  type: string;
}

/** An element that Tab reaches. */
export interface Stop {
  role: string;
  name: string;
  /** Whether the focus changes any pixel at the element. Null if it was not looked at. */
  isFocusVisible: boolean | null;
}

export interface Violation {
  rule: string;
  help: string;
  /** The first element, as HTML. */
  element: string;
  theme: 'light' | 'dark';
}

/** The behaviour of a framed player before a click and with the keyboard, and its looks. */
export interface EmbedFacts {
  url: string;
  /** The answer to the player's page. Null if there was none. */
  document: { status: number; headers: Readonly<Record<string, string>> } | null;
  /** Whether the browser shows the player in the frame. */
  isFramed: boolean;
  requests: readonly EmbedRequest[];
  /** Names of cookies that are set, or that the browser refused. */
  cookies: readonly string[];
  /** The kinds of storage that the player has used, such as `localStorage`. */
  stored: readonly string[];
  errors: readonly string[];
  lang: string;
  title: string;
  stops: readonly Stop[];
  /** The button that plays: its position in `stops`. -1 if there is no such stop. */
  playStop: number;
  playsBySpace: boolean;
  playsByEnter: boolean;
  /** Whether Tab leads out of the frame again. */
  isLeft: boolean;
  /** Pixels by which the player is wider than a frame of 320 px. */
  overflowPx: number;
  /** Null if axe-core is not installed. */
  violations: readonly Violation[] | null;
}

/** Frames the player in a page of another site, and looks at it as a listener with a keyboard does. */
export async function collectEmbed(browser: Browser, player: PlayerAddress): Promise<EmbedFacts> {
  const server = await serveHostPage(player);
  const context = await browser.newContext({ viewport: { width: 800, height: 700 } });
  await context.addInitScript(watchPlaying);
  const watch = watchContext(context, server.url);
  try {
    const host = await openHostPage(context, server.url);
    const before = await lookBeforeClick(host, context);
    const { document, errors } = watch;
    const sent = (await Promise.all(watch.cookies)).flat().map(cookieName);
    const alone = await openAlone(browser, player.url);
    const cookies = [...new Set([...before.cookies, ...sent, ...alone.cookies])];
    const stored = [...new Set([...before.stored, ...alone.stored])];
    const requests = await Promise.all(watch.requests.map(weigh));
    const { url } = player;
    const violations = await findViolations(host);
    const overflowPx = await measureOverflow(host);
    const keyboard = await tryKeyboard(host);
    return {
      ...{ url, isFramed: host.frame !== null, requests, ...before, cookies, stored, ...keyboard },
      ...{ violations, overflowPx, document: document(), errors: [...errors] },
    };
  } finally {
    await context.close();
    await server.close();
  }
}

/** Remembers each start of sound, also of elements that are not in the document. */
function watchPlaying(): void {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    const { src, currentSrc } = this;
    // Players loop silence while they load, which is short and has a data: address.
    if (!`${currentSrc || src}`.startsWith('data:'))
      document.documentElement.dataset.kitPlays = '1';
    this.addEventListener('playing', () => {
      if (this.duration > 5) document.documentElement.dataset.kitPlays = '1';
    });
    return play.call(this);
  };
}

function watchContext(context: BrowserContext, hostUrl: string) {
  const requests: Request[] = [];
  const errors: string[] = [];
  const cookies: Promise<string[]>[] = [];
  let document: EmbedFacts['document'] = null;
  context.on('request', (request) => {
    if (!request.url().startsWith(hostUrl) && /^https?:/.test(request.url()))
      requests.push(request);
  });
  context.on('response', (response) => {
    const request = response.request();
    // Browsers refuse most cookies of frames, and the attempt counts.
    if (!response.url().startsWith(hostUrl))
      cookies.push(response.headerValues('set-cookie').catch(() => []));
    const isDocument = request.resourceType() === 'document' && !response.url().startsWith(hostUrl);
    if (isDocument) document ??= { status: response.status(), headers: response.headers() };
  });
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  return { requests, errors, cookies, document: () => document as EmbedFacts['document'] };
}

const cookieName = (header: string) => header.split('=')[0] ?? '';

async function weigh(request: Request): Promise<EmbedRequest> {
  const sizes = await request.sizes().catch(() => null);
  const bytes = sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0;
  return { url: request.url(), bytes, type: request.resourceType() };
}

async function lookBeforeClick({ frame }: FramedPlayer, context: BrowserContext) {
  const cookies = (await context.cookies()).map(({ name }) => name);
  const { stored, lang, title } = frame
    ? await frame.evaluate(lookAtDocument)
    : { stored: [], lang: '', title: '' };
  return { cookies, stored, lang, title };
}

/**
 * The same in a tab of its own. Some browsers block cookies and storage in frames of other sites. There, a player that
 * uses them elsewhere would look as if it did not.
 */
async function openAlone(browser: Browser, url: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle', { timeout: PLAY_MS }).catch(() => {});
    const { stored } = await page.evaluate(lookAtDocument);
    return { stored, cookies: (await context.cookies()).map(({ name }) => name) };
  } catch {
    return { stored: [], cookies: [] }; // the checks of the frame say what is wrong
  } finally {
    await context.close();
  }
}

/** Runs in the frame. */
async function lookAtDocument() {
  const stored: string[] = [];
  const look = async (name: string, count: () => number | Promise<number>) => {
    try {
      if ((await count()) > 0) stored.push(name);
    } catch {
      // The browser allows this frame no storage.
    }
  };
  await look('localStorage', () => localStorage.length);
  await look('sessionStorage', () => sessionStorage.length);
  await look('IndexedDB', async () => (await indexedDB.databases()).length);
  await look('caches', async () => (await caches.keys()).length);
  await look('a service worker', async () => {
    return (await navigator.serviceWorker.getRegistrations()).length;
  });
  return { stored, lang: document.documentElement.lang, title: document.title };
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

/** Looks with axe-core, in both themes. */
async function findViolations({ page, frame }: FramedPlayer): Promise<Violation[] | null> {
  const file = findPackage(['axe-core']);
  if (!file || !frame) return null;
  await frame.evaluate(readFileSync(file, 'utf8'));
  const found: Violation[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const { violations } = await frame.evaluate(runAxe);
    for (const { id, help, nodes } of violations)
      found.push({ rule: id, help, element: nodes[0]?.html.slice(0, 200) ?? '', theme });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Runs in the frame. */
async function runAxe(): Promise<AxeResult> {
  const { axe } = window as never as {
    axe: { run(root: Document, options: object): Promise<AxeResult> };
  };
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
    iframes: false,
  });
}

async function measureOverflow({ page, frame }: FramedPlayer): Promise<number> {
  if (!frame) return 0;
  const setWidth = (width: string) =>
    page.evaluate((wanted) => {
      const player = document.getElementById('player');
      const before = player?.getAttribute('width') ?? '';
      player?.setAttribute('width', wanted);
      return before;
    }, width);
  const hasWidth = (isNarrow: boolean) =>
    frame
      .waitForFunction(
        ([width, wanted]) => innerWidth <= width === wanted,
        [NARROW_PX, isNarrow] as const,
        { timeout: RESIZED_WITHIN_MS },
      )
      .catch(() => {}); // a player that keeps its width is measured as it is
  const before = await setWidth(String(NARROW_PX));
  await hasWidth(true);
  const overflow = await frame.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  await setWidth(before);
  await hasWidth(false);
  return overflow;
}

/** Names of buttons that play, in the languages of most podcasts. */
const PLAY_NAME =
  /play|listen|abspiel|wiedergabe|anhören|lire|lecture|écouter|riproduc|ascolta|reproduc|escuch|tocar|ouvir|afspelen|luister|odtw|spela|spill|afspil|toista|воспро|слуш|再生|播放|재생|تشغيل|استمع|הפעל|oynat|čehr|přehr/iu;

async function tryKeyboard(host: FramedPlayer) {
  const { page, frame } = host;
  if (!frame) return NO_KEYBOARD;
  let { stops, isLeft } = await walk(page, frame);
  // A busy browser can lose the focus on its way into the frame.
  if (stops.length === 0) ({ stops, isLeft } = await walk(page, frame));
  const isButton = ({ role, name }: Stop) => role === 'button' && PLAY_NAME.test(name);
  const named = stops.findIndex(isButton);
  const playStop = named >= 0 ? named : stops.findIndex(({ role }) => role === 'button');
  if (playStop < 0) return { ...NO_KEYBOARD, stops, isLeft };
  const plays = async (key: string) =>
    (await playBy(host, playStop, key)) || (await playBy(host, playStop, key));
  const playsBySpace = await plays('Space');
  const playsByEnter = await plays('Enter');
  return { stops, isLeft, playStop, playsBySpace, playsByEnter };
}

const NO_KEYBOARD = {
  ...{ stops: [] as Stop[], isLeft: true, playStop: -1 },
  ...{ playsBySpace: false, playsByEnter: false },
};

/** Presses Tab from the link before the frame until the focus is behind it. */
async function walk(page: Page, frame: Frame) {
  await page.focus('#before');
  const stops: Stop[] = [];
  let lost = 0;
  for (let pressed = 0; pressed < MAX_STOPS; pressed += 1) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => document.activeElement?.id ?? '');
    if (where !== 'player') return { stops, isLeft: where === 'after' };
    const stop = await describeFocus(frame);
    lost = stop ? 0 : lost + 1;
    if (lost > MAX_LOST) break;
    if (!stop) continue;
    const isLookedAt = stops.length < LOOKED_AT_STOPS;
    stops.push({ ...stop, isFocusVisible: isLookedAt ? await seeFocus(page, frame) : null });
  }
  return { stops, isLeft: false };
}

/** The role and the accessible name of the focused element, as the browser computes them. */
async function describeFocus(frame: Frame) {
  const focused = frame.locator(':focus').last();
  // The frame is a process of its own, which receives the focus a little later.
  const isThere = await focused.waitFor({ state: 'attached', timeout: FOCUS_MS }).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const [line = ''] = (await focused.ariaSnapshot().catch(() => '')).split('\n');
  const [, role = '', name = ''] = /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? [];
  return { role, name };
}

/** Compares two pictures of the element and its surroundings, with and without the focus. */
async function seeFocus(page: Page, frame: Frame): Promise<boolean> {
  const box = await frame
    .locator(':focus')
    .last()
    .boundingBox()
    .catch(() => null);
  if (!box) return false;
  const edge = 8; // an outline is around the element
  const x = Math.max(0, box.x - edge);
  const y = Math.max(0, box.y - edge);
  const clip = { x, y, width: box.width + 2 * edge, height: box.height + 2 * edge };
  const shoot = () => page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  const focused = await shoot();
  const handle = await frame.evaluateHandle(() => {
    const active = document.activeElement as HTMLElement;
    active.blur();
    return active;
  });
  const blurred = await shoot();
  await handle.evaluate((element) => element.focus());
  return !focused.equals(blurred);
}

/** Loads the page again, goes to the button with Tab, and presses the key. */
async function playBy({ page }: FramedPlayer, playStop: number, key: string): Promise<boolean> {
  await page.reload({ waitUntil: 'load' }).catch(() => {});
  await page.waitForLoadState('networkidle', { timeout: PLAY_MS }).catch(() => {});
  const frame = await (await page.$('#player'))?.contentFrame();
  if (!frame) return false;
  await page.focus('#before');
  for (let reached = -1; reached < playStop; ) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.id)) !== 'player') return false;
    if (!(await describeFocus(frame))) return false;
    reached += 1;
  }
  await page.keyboard.press(key);
  return await frame
    .waitForFunction(() => document.documentElement.dataset.kitPlays === '1', null, {
      timeout: PLAY_MS,
    })
    .then(
      () => true,
      () => false,
    );
}
