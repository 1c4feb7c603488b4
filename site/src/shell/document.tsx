import {
  escapeHtml,
  type HeadTag,
  inlineJson,
  type PageLoad,
  type SiteAssets,
} from 'earshot/internal';
import { useSite } from '../site-context.tsx';

/** The frame around every page. The page's own HTML is rendered separately and inserted unchanged. */
export function Shell({ content }: { content: string }) {
  const { config, t } = useSite();
  return (
    <>
      <a className="site-skip" href="#page">
        {t('skip')}
      </a>
      <header className="site-header">
        <a className="site-name" href={`${config.SITE_URL}/`}>
          {config.PRODUCT_NAME}
        </a>
      </header>
      <main id="page" tabIndex={-1} dangerouslySetInnerHTML={{ __html: content }} />
      <footer className="site-footer">{t('footer', { product: config.PRODUCT_NAME })}</footer>
      <div className="site-notices">
        <div role="alert" />
        <div role="status" />
      </div>
      <div id="bar" />
    </>
  );
}

export interface DocumentParts {
  shell: string;
  load: PageLoad;
  assets: SiteAssets;
  /** For the client's script. */
  data: object;
  language: string;
}

/** The whole document around a rendered shell. */
export function wrapDocument({ shell, load, assets, data, language }: DocumentParts): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(load.title)}</title>` +
    THEME_COLOURS +
    load.head.map(renderTag).join('') +
    `<link rel="stylesheet" href="${escapeHtml(assets.css)}">` +
    `<script type="module" src="${escapeHtml(assets.script)}"></script></head>` +
    `<body>${shell}<script type="application/json" id="data">${inlineJson(data)}</script></body></html>`
  );
}

/** The page's background in both themes (`--es-ground`), for the browser's own frame. */
const THEME_COLOURS =
  `<meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)">` +
  `<meta name="theme-color" content="#141413" media="(prefers-color-scheme: dark)">`;

function renderTag({ tag, attributes, json }: HeadTag): string {
  const pairs = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const start = `<${tag}${pairs.join('')}>`;
  return tag === 'script' ? `${start}${inlineJson(json)}</script>` : start;
}
