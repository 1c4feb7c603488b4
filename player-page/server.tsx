import type { Episode } from 'earshot';
import type { EmbedOptions } from 'earshot/embed';
import {
  accentStyle,
  type ErrorPageMessages,
  escapeHtml,
  inlineJson,
  loadAllMessages,
  notUnderstood,
  type PlayerPageData,
  type PlayerPageRenderer,
  resolveLanguage,
} from 'earshot/internal';
import { render } from 'preact-render-to-string';
import controlsCss from '../src/react/controls.css';
import embedCss from '../src/react/embed-player.css';
import { App, type Painted } from './app.tsx';
import earlyScript from './early-script.ts?inline-script';
import { ErrorPage } from './error-page.tsx';
import pageCss from './page.css';

const MESSAGES = await loadAllMessages();

export interface PlayerPageOptions {
  /** Address of the client's script. */
  script: string;
  /** The options of `data.query`, as `parsePlayerQuery` reads them. */
  options: EmbedOptions;
}

/** The whole document of a player page. The caller chooses the status: 404 where `data.error` is set. */
export function renderPlayerPage(
  data: PlayerPageData,
  { script, options }: PlayerPageOptions,
): string {
  const language = resolveLanguage(options.culture ?? data.config.culture);
  const messages = MESSAGES[language].player;
  const title = data.episode?.title ?? data.show?.title ?? data.config.product_name;
  const ignored = notUnderstood(data.query, options);
  const painted: Painted = { data, options, messages, ...(ignored.length > 0 && { ignored }) };
  return (
    `<!doctype html><html lang="${language}" dir="ltr"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title>` +
    `<meta name="robots" content="noindex">` +
    `<link rel="icon" href="data:,"><style>${controlsCss}${embedCss}${pageCss}</style>` +
    `<script>${earlyScript}</script>` +
    `<script type="module" crossorigin src="${escapeHtml(script)}"></script></head>` +
    `<body><div id="app"${themeAttributes(options)}>${renderBody(painted, MESSAGES[language].errorPage)}</div>` +
    `<script type="application/json" id="data">${inlineJson(inlined(painted))}</script>` +
    `</body></html>`
  );
}

function themeAttributes({ theme, color }: EmbedOptions): string {
  const accent = Object.entries(accentStyle(color, theme) ?? {}).map((pair) => pair.join(':'));
  return (
    (theme ? ` data-theme="${theme}"` : '') +
    (accent.length > 0 ? ` style="${escapeHtml(accent.join(';'))}"` : '')
  );
}

function renderBody(painted: Painted, texts: ErrorPageMessages): string {
  const { data, messages } = painted;
  if (!data.episode) return render(<ErrorPage data={data} messages={messages} texts={texts} />);
  return render(<App {...painted} player={null} />);
}

/** Only what the player shows: a description may be longer than all the rest of the page. */
function inlined({ data, ...painted }: Painted): Painted {
  const episode: Episode | null = data.episode && { ...data.episode, description: '' };
  const show = data.show && { ...data.show, description: '' };
  return { ...painted, data: { ...data, episode, show } };
}

export const renderer = {
  renderPlayerPage,
  inlineScript: earlyScript,
} satisfies PlayerPageRenderer<EmbedOptions>;
