import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import {
  type EmbedSource,
  iframeSnippet,
  playerUrl,
  scriptSnippet,
  shortcodeSnippet,
} from 'earshot/embed';
import { escapeHtml, inlineJson } from 'earshot/internal';
import type { DemoAnswer } from './demo-answer.ts';

/** A third-party page, as its `host.json` describes it. */
export interface Host {
  /** Expected number of players. */
  players: number;
  expect: 'player' | 'link' | 'player-or-link' | 'amp';
  contentType: string;
  headers: Record<string, string>;
  /** The difficulty for embeds. */
  note: string;
  /** The beginning of each warning that the loader writes to the console. */
  told?: string[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export async function readHost(folder: string): Promise<Host> {
  return JSON.parse(await readFile(join(folder, 'host.json'), 'utf8')) as Host;
}

/**
 * A file of a host's folder, or null if there is no such file. In `index.html` the embed replaces the marks. If `embed`
 * is null the marks stay empty: the page without a player.
 */
export async function answerHost(
  folder: string,
  file: string,
  embed: EmbedSource | null,
  widgetUrl: string,
): Promise<DemoAnswer | null> {
  const name = normalize(`/${decodeURIComponent(file || 'index.html')}`).slice(1);
  const body = await readFile(join(folder, name)).catch(() => null);
  if (!body) return null;
  if (name !== 'index.html') {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return { headers: { 'Content-Type': type }, body };
  }
  const host = await readHost(folder);
  const own = Object.entries(host.headers).map(([header, value]) => [
    header,
    value.replaceAll('{{BASE}}', widgetUrl),
  ]);
  // Byte for byte: the page may be in any charset, and the inserted text is ASCII.
  const page = fill(body.toString('latin1'), await marksOf(embed, widgetUrl));
  return {
    headers: { 'Content-Type': host.contentType, ...Object.fromEntries(own) },
    body: Buffer.from(page, 'latin1'),
  };
}

type Marks = Readonly<Record<string, string>>;

const fill = (page: string, marks: Marks) =>
  page.replace(/<!--EMBED-->|\{\{[A-Z_]+\}\}/g, (mark) => marks[mark] ?? mark);

async function marksOf(embed: EmbedSource | null, widgetUrl: string): Promise<Marks> {
  const snippet = embed ? toAscii(scriptSnippet(embed)) : '';
  const pinned = embed ? await fetchPinned(widgetUrl) : { src: NO_SCRIPT, integrity: '' };
  return {
    '<!--EMBED-->': snippet,
    '{{EMBED_ANCHOR}}': snippet.replace(/<script[\s\S]*$/, ''),
    '{{EMBED_JSON}}': inlineJson(snippet),
    '{{EMBED_XHTML}}': snippet,
    '{{EMBED_ATTR}}': escapeHtml(snippet),
    '{{SHORTCODE}}': embed ? shortcodeSnippet(embed) : '',
    '{{IFRAME}}': embed ? toAscii(iframeSnippet(embed)) : '',
    '{{PLAYER}}': embed ? escapeHtml(playerUrl(widgetUrl, embed.options)) : '',
    '{{LOADER}}': embed ? `${widgetUrl}/widgets.js` : NO_SCRIPT,
    '{{LOADER_PINNED}}': pinned.src,
    '{{INTEGRITY}}': pinned.integrity,
    '{{BASE}}': widgetUrl,
    '{{QUERY}}': embed?.options.resource ?? '',
    '{{HREF}}': embed?.link_url ?? '',
  };
}

const NO_SCRIPT = 'data:text/javascript,';

async function fetchPinned(widgetUrl: string): Promise<{ src: string; integrity: string }> {
  const answer = await fetch(`${widgetUrl}/widgets.json`);
  return (await answer.json()) as { src: string; integrity: string };
}

function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => `&#${character.codePointAt(0)};`);
}
