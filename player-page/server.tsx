import type { PlayerPageData } from 'earshot';
import { parsePlayerQuery } from 'earshot/embed';
import { en, it, resolveLanguage } from 'earshot/react';
import { render } from 'preact-render-to-string';
import controlsCss from '../src/react/controls.css';
import embedCss from '../src/react/embed-player.css';
import { App } from './app.tsx';
import { EARLY_CLICK_SCRIPT } from './early-click.ts';

const CSS = `${controlsCss}${embedCss}html,body,#app{height:100%;margin:0;background:transparent}
noscript audio{position:fixed;inset:auto 12px 12px;width:calc(100% - 24px);z-index:1}
noscript+#app .es-embed-controls{visibility:hidden}`;

export interface PlayerPageAssets {
  /** Address of the client's script. */
  script: string;
}

/** The whole document of a player page. The caller chooses the status: 404 where `data.error` is set. */
export function renderPlayerPage(data: PlayerPageData, assets: PlayerPageAssets): string {
  const language = resolveLanguage(data.config.culture);
  const messages = language === 'it' ? it : en;
  const { theme } = parsePlayerQuery(data.query);
  const title = data.episode?.title ?? data.show?.title ?? data.config.product_name;
  const themed = theme ? ` data-theme="${theme}"` : '';
  return (
    `<!doctype html><html lang="${language}"${themed}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title>` +
    `<meta name="robots" content="noindex"><link rel="icon" href="data:,">` +
    `<style>${CSS}</style>` +
    `<script>${EARLY_CLICK_SCRIPT}</script>` +
    `<script type="module" crossorigin src="${escapeHtml(assets.script)}"></script></head><body>` +
    withoutScript(data) +
    `<div id="app">${render(<App data={data} messages={messages} player={null} />)}</div>` +
    `<script type="application/json" id="data">${inlineJson({ data, messages })}</script>` +
    `</body></html>`
  );
}

function withoutScript({ episode }: PlayerPageData): string {
  if (!episode) return '';
  return (
    `<noscript><audio controls preload="none" src="${escapeHtml(episode.http_url)}"></audio>` +
    `</noscript>`
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** JSON that cannot end the script element that holds it. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
