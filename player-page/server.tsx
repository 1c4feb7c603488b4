import type { Episode, PlayerPageData } from 'earshot';
import { parsePlayerQuery } from 'earshot/embed';
import { en, it, type Messages, resolveLanguage } from 'earshot/react';
import { render } from 'preact-render-to-string';
import controlsCss from '../src/react/controls.css';
import embedCss from '../src/react/embed-player.css';
import { App } from './app.tsx';
import { EARLY_CLICK_SCRIPT } from './early-click.ts';
import { ErrorPage } from './error-page.tsx';
import { escapeHtml, inlineJson } from './escape-html.ts';
import pageCss from './page.css';

export interface PlayerPageAssets {
  /** Address of the client's script. */
  script: string;
}

/** The whole document of a player page. The caller chooses the status: 404 where `data.error` is set. */
export function renderPlayerPage(data: PlayerPageData, assets: PlayerPageAssets): string {
  const options = parsePlayerQuery(data.query);
  const language = resolveLanguage(options.culture ?? data.config.culture);
  const messages = language === 'it' ? it : en;
  const title = data.episode?.title ?? data.show?.title ?? data.config.product_name;
  const themed = options.theme ? ` data-theme="${options.theme}"` : '';
  return (
    `<!doctype html><html lang="${language}" dir="ltr"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title>` +
    `<meta name="robots" content="noindex">` +
    `<meta name="referrer" content="strict-origin-when-cross-origin">` +
    `<link rel="icon" href="data:,"><style>${controlsCss}${embedCss}${pageCss}</style>` +
    `<script>${EARLY_CLICK_SCRIPT}</script>` +
    `<script type="module" crossorigin src="${escapeHtml(assets.script)}"></script></head>` +
    `<body><div id="app"${themed}>${renderBody(data, messages)}</div>` +
    `<script type="application/json" id="data">${inlineJson(inlined(data, messages))}</script>` +
    `</body></html>`
  );
}

function renderBody(data: PlayerPageData, messages: Messages): string {
  if (!data.episode) return render(<ErrorPage data={data} messages={messages} />);
  return render(<App data={data} messages={messages} player={null} />);
}

/** Only what the player shows: a description may be longer than all the rest of the page. */
function inlined(data: PlayerPageData, messages: Messages) {
  const episode: Episode | null = data.episode && { ...data.episode, description: '' };
  const show = data.show && { ...data.show, description: '' };
  return { data: { ...data, episode, show }, messages };
}
