import { accentStyle, artworkStyle, colorScheme, notUnderstood } from 'earshot/bar';
import { buildPath } from 'earshot/contract';
import { type EmbedOptions, parsePlayerQuery } from 'earshot/embed';
import { directionOf, escapeHtml, inlineJson, loadEach, resolveLanguage } from 'earshot/internal';
import { loadMessages } from 'earshot/react';
import {
  DOCUMENT_ROUTES,
  type PlayerPageData,
  type PlayerPageRenderer,
} from 'earshot-site/contract';
import { render } from 'preact-render-to-string';
import type { ContinueTexts } from '../loader/continue-protocol.ts';
import controlsCss from '../src/react/controls.css';
import embedCss from '../src/react/embed-player.css';
import rowsCss from '../src/react/panel-rows.css';
import secondsCss from '../src/react/skip-seconds.css';
import tokensCss from '../src/react/tokens.css';
import { App } from './app.tsx';
import continueScript from './continue-frame.ts?inline-script';
import earlyScript from './early-script.ts?inline-script';
import errorCss from './error-page.css';
import { ErrorPage } from './error-page.tsx';
import pageCss from './page.css';
import type { Painted } from './painted.ts';
import relayScript from './relay-frame.ts?inline-script';
import { startsWithin } from './starts-within.ts';
import { usedTokens } from './used-tokens.ts';

const PLAYER_CSS = controlsCss + secondsCss + rowsCss + embedCss + pageCss;
const STYLES = usedTokens(tokensCss, PLAYER_CSS) + PLAYER_CSS;
const MESSAGES = await loadEach(loadMessages);

export interface PlayerPageOptions {
  /** Address of the client's script. */
  script: string;
  /** The options of `data.query`, and those of the author for all players of the show. */
  options: EmbedOptions;
}

/** The whole document of a player page. The caller chooses the status: 404 if `data.error` is set. */
export function renderPlayerPage(
  data: PlayerPageData,
  { script, options }: PlayerPageOptions,
): string {
  const language = resolveLanguage(options.culture ?? data.config.culture);
  const title = data.episode?.title ?? data.show?.title ?? data.config.product_name;
  const own = parsePlayerQuery(data.query);
  // The key of a private episode is no option of the player, and belongs in no log.
  const ignored = notUnderstood(data.query, own).filter((pair) => !pair.startsWith('key='));
  const help = data.config.widget_url + buildPath(DOCUMENT_ROUTES, 'help', { reason: 'options' });
  const warning = ignored.length > 0 && { warning: [help, ...ignored] };
  const painted: Painted = { data, options: withinEpisode(options, data), language, ...warning };
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"${themeAttribute(options)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    // The frame around it knows only the options in the code of its page.
    `<meta name="color-scheme" content="${colorScheme(own)}">` +
    `<title>${escapeHtml(title)}</title>` +
    `<meta name="robots" content="noindex">` +
    `<link rel="icon" href="data:,"><style>${STYLES}${data.episode ? '' : errorCss}</style>` +
    `<script>${earlyScript}</script>` +
    `<script type="module" crossorigin src="${escapeHtml(script)}"></script></head>` +
    `<body><div id="app"${accentAttribute(data, options)}>${renderBody(painted)}</div>` +
    `<script type="application/json" id="data">${inlineJson(inlined(painted))}</script>` +
    `</body></html>`
  );
}

/** The options without a start that the episode does not have, and without the end of that part. */
function withinEpisode(options: EmbedOptions, { episode }: PlayerPageData): EmbedOptions {
  const { t = 0, 't-end': _end, ...others } = options;
  return !episode || startsWithin(t, episode) ? options : others;
}

/**
 * On the root, because the surrounding frame has the same colour scheme (`colorScheme`). If the two differ, browsers
 * paint an opaque background behind the round corners of the player.
 */
const themeAttribute = ({ theme }: EmbedOptions) => (theme ? ` data-theme="${theme}"` : '');

/** The accent is the author's colour, else that of the artwork. */
function accentAttribute({ episode }: PlayerPageData, { theme, color }: EmbedOptions): string {
  const style = accentStyle(color, theme) ?? artworkStyle(episode?.image_color, theme) ?? {};
  const accent = Object.entries(style).map((pair) => pair.join(':'));
  return accent.length > 0 ? ` style="${escapeHtml(accent.join(';'))}"` : '';
}

function renderBody(painted: Painted): string {
  const { data, options, language } = painted;
  const { player: messages, errorPage: texts } = MESSAGES[language];
  if (!data.episode) return render(<ErrorPage {...{ data, options, messages, texts }} />);
  return render(<App {...painted} messages={messages} player={null} />);
}

/** Only the data that the player uses: a description may be longer than the rest of the page. */
function inlined({ data, ...painted }: Painted): object {
  const [episode, show] = [data.episode, data.show].map((entity) => entity && without(entity));
  return { ...painted, data: { ...data, episode, show } };
}

const UNUSED = new Set([
  'description',
  'image_color',
  'image_original_url',
  'permalink',
  'explicit',
  'file_size',
  'tags',
  'keywords',
  'categories',
]);

const without = (entity: object) =>
  Object.fromEntries(
    Object.entries(entity).filter(([name, value]) => !UNUSED.has(name) && value !== null),
  );

function renderContinuePage(culture: string): string {
  const language = resolveLanguage(culture);
  const { player, play_title: play, close } = MESSAGES[language].player;
  const texts = JSON.stringify({ player, play, close } satisfies ContinueTexts);
  return (
    `<!doctype html><html lang="${language}" data-texts="${escapeHtml(texts)}"><meta charset="utf-8">` +
    `<title>${escapeHtml(player)}</title><meta name="robots" content="noindex"><script>${continueScript}</script></html>`
  );
}

function renderMovedPage(src: string, { culture, theme }: EmbedOptions): string {
  const language = resolveLanguage(culture);
  const title = escapeHtml(MESSAGES[language].player.player);
  const address = escapeHtml(src);
  return (
    `<!doctype html><html lang="${language}" data-src="${address}" data-title="${title}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="${colorScheme(theme ? { theme } : {})}">` +
    `<title>${title}</title><meta name="robots" content="noindex">` +
    `<style>html,body{height:100%;margin:0;background:none}iframe{display:block;width:100%;height:100%;border:0;color-scheme:${colorScheme(theme ? { theme } : {})}}</style></head>` +
    `<body><script>${relayScript}</script><noscript><iframe src="${address}" title="${title}" allow="autoplay"></iframe></noscript></body></html>`
  );
}

export const renderer = {
  renderPlayerPage,
  renderContinuePage,
  renderMovedPage,
  relayScript,
  continueScript,
  inlineScript: earlyScript,
} satisfies PlayerPageRenderer<EmbedOptions>;
