import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from 'earshot/internal';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { PlayerAddress } from '../discover.ts';

/** A message of the player, as the page around it received it. */
export interface Heard {
  context: unknown;
  version: unknown;
  event: unknown;
  value: unknown;
  listener: unknown;
  /** Whether it was a JSON text, as the standard has it. */
  isText: boolean;
}

export interface HostServer {
  url: string;
  close(): Promise<void>;
}

const [WIDTH_PX, HEIGHT_PX] = [600, 200];

/** A page on another site that frames the player, as a blog does. */
export async function serveHostPage({ url, width, height }: PlayerAddress): Promise<HostServer> {
  const html = `<!doctype html><html lang="en"><title>A page with a player</title><meta name="viewport" content="width=device-width">
<body style="margin:16px"><h1>A page with a player</h1><p><a id="before" href="#before">Before</a></p>
<iframe id="player" src="${escapeHtml(url)}" width="${width ?? WIDTH_PX}" height="${height ?? HEIGHT_PX}" style="border:0" allow="autoplay" title="The player"></iframe>
<p><a id="after" href="#after">After</a></p><script>${HOST_SCRIPT}</script></body></html>`;
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(204).end(); // the icon
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The name differs from the player's, so that the two are of different sites.
  const name = new URL(url).hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
  return {
    url: `http://${name}:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Collects the messages of the frame, and sends some to it. */
const HOST_SCRIPT = `
window.heard = [];
const frame = document.getElementById('player');
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  const isText = typeof data === 'string';
  let read = data;
  try { if (isText) read = JSON.parse(data); } catch { return; }
  if (read === null || typeof read !== 'object' || read.context !== 'player.js') return;
  const { context, version, event, value, listener } = read;
  window.heard.push({ context, version, event, value, listener, isText });
});
window.say = (message) => frame.contentWindow.postMessage(
  typeof message === 'string' ? message : JSON.stringify({ context: 'player.js', version: '0.0.11', ...message }), '*');
`;

interface HostWindow {
  heard: Heard[];
  say(message: object | string): void;
}

export interface FramedPlayer {
  page: Page;
  /** The document of the player. Null if the frame shows an error of the browser. */
  frame: Frame | null;
  say(message: object | string): Promise<void>;
  heard(): Promise<Heard[]>;
}

const LOAD_TIMEOUT_MS = 20_000;
const QUIET_TIMEOUT_MS = 6_000;

/** Opens the page, and waits until the player has loaded. */
export async function openHostPage(context: BrowserContext, url: string): Promise<FramedPlayer> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT_MS }).catch(ignore);
  await page.waitForLoadState('networkidle', { timeout: QUIET_TIMEOUT_MS }).catch(ignore);
  const element = await page.$('#player');
  const framed = (await element?.contentFrame()) ?? null;
  return {
    page,
    frame: framed && /^https?:/.test(framed.url()) ? framed : null,
    say: (message) =>
      page.evaluate((said) => (window as never as HostWindow).say(said), message as object),
    heard: () => page.evaluate(() => (window as never as HostWindow).heard),
  };
}

/** A page that never becomes quiet, or whose frame does not load, is looked at as it is. */
const ignore = () => {};
