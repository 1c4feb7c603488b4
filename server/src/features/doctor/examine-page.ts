import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page, Response } from 'playwright-core';
import {
  type BrowserOptions,
  type OpenBrowser,
  openBrowser,
} from '../../platform/browser/open-browser.ts';
import { MANAGER_SIGNS } from './consent-managers.ts';
import { readSource, type SourceReader } from './find-source.ts';
import type { Seen, SeenPage } from './in-page.ts';
import { KNOWN_PLAYERS } from './known-players.ts';
import type {
  Answer,
  BoxFacts,
  FrameFacts,
  LoaderFacts,
  PageFacts,
  PlacementFacts,
} from './page-facts.ts';
import { notOpened, PageUnreachable } from './page-unreachable.ts';
import { openPageWorld, type PageWorld } from './page-world.ts';
import { isComplaint, stylesFor } from './repair-style.ts';
import { tryPlayer } from './try-player.ts';
import { type Requests, watchRequests } from './watch-requests.ts';

export interface ExamineOptions extends BrowserOptions {
  /** The origins of this host. */
  ownOrigins: readonly string[];
  /** For the whole page. */
  withinMs: number;
  signal?: AbortSignal;
}

const OPEN_WITHIN_MS = 30_000;
const LOAD_WITHIN_MS = 15_000;
/** Pages insert players late. */
const SETTLED_AFTER_MS = 4_500;
const SCREENS_MAX = 30;
const PLACEMENTS_MAX = 60;
const PLAYED_MAX = 6;
const SOURCE_MAX_CHARS = 5_000_000;

/**
 * Opens a page in Chromium and collects the facts about its players.
 * @throws PageUnreachable, BrowserUnavailable
 */
export async function examinePage(url: string, options: ExamineOptions): Promise<PageFacts> {
  const browser = await openBrowser(options);
  const deadline = performance.now() + options.withinMs;
  // The end of the browser also ends a call that hangs.
  const timer = setTimeout(() => void browser.close(), options.withinMs + 15_000);
  const stop = () => void browser.close();
  options.signal?.addEventListener('abort', stop);
  try {
    return await examine(browser, { url, ownOrigins: options.ownOrigins, deadline });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
    await browser.close();
  }
}

async function examine(
  browser: OpenBrowser,
  { url, ownOrigins, deadline }: { url: string; ownOrigins: readonly string[]; deadline: number },
): Promise<PageFacts> {
  const { page, context, proxy } = browser;
  const requests = watchRequests(context, proxy);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const known = { players: KNOWN_PLAYERS, ownOrigins, managers: MANAGER_SIGNS };
  const world = await openPageWorld(page, known);
  const response = await openPage(page, url, requests);
  const html = await sourceOf(response);
  await settle(page, world);

  const source = readSource(html);
  const seen = await world.call('page');
  const placements = await world.call('find');
  const found: PlacementFacts[] = [];
  let played = 0;
  const count = Math.min(placements.length, PLACEMENTS_MAX);
  for (let index = 0; index < count && performance.now() < deadline; index++) {
    const placement = (await wake(world, index)) ?? (placements[index] as Seen);
    const about = { index, placement, canPlay: played < PLAYED_MAX };
    const facts = await examinePlacement(page, { world, requests, source, ...about });
    if (facts.play) played += 1;
    found.push(facts);
  }
  const headers = await response.allHeaders();
  return {
    url: page.url(),
    status: response.status(),
    policies: policiesOf(headers['content-security-policy'] ?? '', seen, source),
    violations: await world.call('violations'),
    requiresCorp: /require-corp/.test(headers['cross-origin-embedder-policy'] ?? ''),
    managers: seen.managers,
    loaders: loadersOf(seen, source, requests),
    isLoaderAlive: await isLoaderAlive(page),
    scriptError: errors[0] ?? null,
    placements: found,
    isCut: found.length < placements.length,
  };
}

async function openPage(page: Page, url: string, requests: Requests): Promise<Response> {
  const options = { waitUntil: 'domcontentloaded', timeout: OPEN_WITHIN_MS } as const;
  const response = await page.goto(url, options).catch((cause: Error) => {
    const failure = requests.answerOf(new URL(url).href)?.failure ?? '';
    throw notOpened(url, { failure, cause });
  });
  if (!response) throw new PageUnreachable('no_answer', { url });
  const type = response.headers()['content-type'] ?? 'text/html';
  if (response.status() >= 400) {
    const { host } = new URL(url);
    throw new PageUnreachable('answered', { host, status: response.status() });
  }
  if (!/html|xml/.test(type)) throw new PageUnreachable('no_page', { url, type });
  await page.waitForLoadState('load', { timeout: LOAD_WITHIN_MS }).catch(() => {}); // a slow picture
  return response;
}

async function sourceOf(response: Response): Promise<string> {
  const bytes = await response.body().catch(() => Buffer.alloc(0));
  const type = response.headers()['content-type'] ?? '';
  const head = bytes.subarray(0, 2_048).toString('latin1');
  const charset =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  const decoder = decoderFor(charset);
  return decoder.decode(bytes).slice(0, SOURCE_MAX_CHARS);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder(); // an unknown name; the markup is ASCII
  }
}

/** Scrolls through the page as a reader, so that lazy parts load, and waits for late ones. */
async function settle(page: Page, world: PageWorld): Promise<void> {
  const started = performance.now();
  await page.mouse.move(200, 200);
  const { height } = await world.call('page');
  const screens = Math.min(SCREENS_MAX, Math.ceil(height / 800));
  for (let screen = 0; screen <= screens; screen++) {
    await world.call('scroll', screen * 800);
    await page.mouse.move(200 + screen, 300);
    await sleep(80);
  }
  await world.call('pressFacades');
  await world.call('scroll', 0);
  await sleep(Math.max(500, SETTLED_AFTER_MS - (performance.now() - started)));
}

const isLoaderAlive = (page: Page) =>
  page
    .evaluate(() => {
      const earshot = Reflect.get(window, 'Earshot') as
        | { widgets?: { load?: unknown } }
        | undefined;
      return typeof earshot?.widgets?.load === 'function';
    })
    .catch(() => false);

function policiesOf(header: string, { metaPolicies }: SeenPage, source: SourceReader) {
  const headers = header
    .split(/[\n,]/)
    .map((text) => text.trim())
    .filter(Boolean);
  return [
    ...headers.map((text) => ({ from: 'header' as const, text, source: null })),
    ...metaPolicies.map((text) => ({
      from: 'meta' as const,
      text,
      source: source.findTag('meta', ({ content }) => content === text),
    })),
  ];
}

function loadersOf({ scripts }: SeenPage, source: SourceReader, requests: Requests): LoaderFacts[] {
  return scripts
    .filter(({ address }) => !/spreaker\.com|twitter\.com|x\.com\/widgets/.test(address))
    .map(({ address, attributes }) => ({
      address,
      attributes,
      source: source.findTag('script', (tag) =>
        Object.values(tag).some(
          (value) =>
            /\/widgets[\w-]*\.js/.test(value) && address.endsWith(value.replace(/^https?:/, '')),
        ),
      ),
      answer: requests.answerOf(address),
    }));
}

const WAKES_WITHIN_MS = 4_000;

/** On a page with many players, a link becomes one when a reader rests near it. */
async function wake(world: PageWorld, index: number): Promise<Seen | null> {
  if (!(await world.call('isWaiting', index))) return null;
  await world.call('look', index);
  const giveUpAt = performance.now() + WAKES_WITHIN_MS;
  while ((await world.call('isWaiting', index)) && performance.now() < giveUpAt) await sleep(100);
  return (await world.call('find'))[index] ?? null;
}

interface PlacementWork {
  world: PageWorld;
  requests: Requests;
  source: SourceReader;
  index: number;
  placement: Seen;
  canPlay: boolean;
}

async function examinePlacement(page: Page, work: PlacementWork): Promise<PlacementFacts> {
  const { world, requests, source, index, placement, canPlay } = work;
  const facts: PlacementFacts = {
    ...placement,
    source: findMarkup(source, placement),
    box: null,
    shownBy: null,
    frame: null,
    script: scriptAnswer(placement, requests),
    style: null,
    play: null,
  };
  if (placement.kind !== 'frame') return facts;
  let box = await world.call('look', index);
  if (isComplaint(box)) {
    facts.shownBy = box.hidden || box.height < 1 ? await world.call('open', index) : null;
    if (facts.shownBy) box = await world.call('look', index);
  }
  facts.box = box;
  if (isComplaint(box)) facts.style = await findStyle(world, { index, placement, box });
  const frame = await frameOf(page, world, index);
  facts.frame = frame && (await readFrame(frame, work));
  const isReady = placement.host === 'earshot' && facts.frame?.hasSpoken && !isComplaint(box);
  if (frame && isReady && !facts.frame?.error && canPlay) {
    facts.play = await tryPlayer(page, { world, frame, index });
  }
  return facts;
}

function scriptAnswer({ kind, host, address }: Seen, requests: Requests): Answer | null {
  if (kind === 'script') return requests.answerOf(address);
  if (host === 'spreaker') return requests.answerOf('https://widget.spreaker.com/widgets.js');
  return null;
}

function findMarkup(source: SourceReader, placement: Seen) {
  const { kind, isMounted, attributes, text } = placement;
  const same =
    (names: readonly string[]) =>
    (tag: Readonly<Record<string, string>>): boolean =>
      names.every((name) => (tag[name] ?? '') === (attributes[name] ?? ''));
  if (kind === 'link' || isMounted) {
    return source.findTag(
      'a',
      (tag) => /player/.test(tag.class ?? '') && same(['href', 'data-resource'])(tag),
    );
  }
  if (kind === 'packed') return source.findTemplate(attributes.packed ?? '');
  if (kind === 'stripped') return source.findTag('a', same(['href']));
  if (kind === 'frame') {
    const values = Object.values(attributes).filter((value) => /[/=]/.test(value));
    return source.findTag('iframe', (tag) =>
      Object.entries(tag).some(
        ([name, value]) =>
          !/^(?:style|allow|title)/.test(name) && values.includes(value) && /[/=]/.test(value),
      ),
    );
  }
  if (kind === 'element') return source.findTag('earshot-player', () => true);
  if (kind === 'script') {
    return source.findTag('script', (tag) =>
      Object.values(tag).some(
        (value) => value !== '' && Object.values(attributes).includes(value) && /\//.test(value),
      ),
    );
  }
  if (kind === 'shortcode')
    return source.findText(new RegExp(`\\[${text.slice(1).split(/\s/)[0]}\\b[^\\]]*\\]`));
  return source.findText(
    /&lt;(?:iframe|a|div|script)\b(?:(?!<|&lt;\/(?:iframe|a|div|script)&gt;)[\s\S]){0,3000}(?:&lt;\/(?:iframe|a|div|script)&gt;)?(?:\s*&lt;script\b(?:(?!<)[\s\S]){0,500}?&lt;\/script&gt;)?/,
  );
}

/** The first style that makes the player visible, tried on the page itself. */
async function findStyle(
  world: PageWorld,
  { index, placement, box }: { index: number; placement: Seen; box: BoxFacts },
): Promise<string | null> {
  for (const css of stylesFor(placement, box)) {
    const better = await world.call('tryStyle', index, css).catch(() => null);
    if (better && !isComplaint(better)) return css;
  }
  return null;
}

const MARK = 'data-doctor';

async function frameOf(page: Page, world: PageWorld, index: number): Promise<Frame | null> {
  await world.call('mark', index, `${index}`);
  const element = await page.$(`iframe[${MARK}="${index}"]`);
  await world.call('mark', index, null);
  return (await element?.contentFrame()) ?? null;
}

const SPEAKS_WITHIN_MS = 5_000;

async function readFrame(frame: Frame, work: PlacementWork): Promise<FrameFacts> {
  const { world, requests, index, placement } = work;
  await frame.waitForLoadState('load', { timeout: SPEAKS_WITHIN_MS }).catch(() => {}); // it is judged as it is
  const giveUpAt = performance.now() + SPEAKS_WITHIN_MS;
  const isOurs = placement.host === 'earshot';
  let messages = await world.call('messages', index);
  const isSlow = () => performance.now() < giveUpAt && !/^chrome-error:/.test(frame.url());
  const isReady = () => messages.some((text) => text.includes('"ready"'));
  const addressOf = () => (/^https?:/.test(frame.url()) ? frame.url() : placement.address);
  const answerOf = () => requests.answerOf(addressOf());
  while (isOurs && !isReady() && isSlow() && (answerOf()?.status ?? 0) < 400) {
    await sleep(200);
    messages = await world.call('messages', index);
  }
  return {
    url: frame.url(),
    answer: answerOf(),
    hasSpoken: messages.length > 0,
    error: isOurs ? await errorOf(frame) : null,
  };
}

const errorOf = (frame: Frame): Promise<string | null> =>
  frame
    .locator('.es-embed-error p')
    .first()
    .textContent({ timeout: 300 })
    .catch(() => null);
