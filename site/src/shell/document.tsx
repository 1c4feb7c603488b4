import { buildPath, type FlashMessage, SITE_ROUTES } from 'earshot/contract';
import { directionOf, escapeHtml, inlineJson } from 'earshot/internal';
import {
  GROUND_COLOURS,
  type HeadTag,
  type PageLoad,
  type SiteAssets,
} from 'earshot-site/contract';
import { FlashBanner } from '../flash/flash-banner.tsx';
import { useSite } from '../site-context.tsx';
import { Places } from './places.tsx';
import { SiteFooter } from './site-footer.tsx';

interface ShellProps {
  header: string;
  content: string;
  /** A message of the host. */
  flash: FlashMessage | null;
  /** The name of the page. */
  page: string;
}

/** The frame around every page. The page's own HTML is rendered separately and inserted unchanged. */
export function Shell({ header, content, flash, page }: ShellProps) {
  const { t } = useSite();
  return (
    <>
      <a className="site-skip" href="#page">
        {t('skip')}
      </a>
      {flash && <FlashBanner {...flash} />}
      <header id="header" className="site-header" dangerouslySetInnerHTML={{ __html: header }} />
      <main id="page" tabIndex={-1} dangerouslySetInnerHTML={{ __html: content }} />
      <SiteFooter />
      <div id="dock">
        <div className="site-notices">
          <div role="alert" />
          <div role="status" />
        </div>
        <div id="bar" />
        <Places page={page} />
      </div>
    </>
  );
}

interface DocumentParts {
  shell: string;
  load: PageLoad;
  assets: SiteAssets;
  siteUrl: string;
  /** JSON for the client's script. */
  data: string;
  language: string;
  /** Runs before the first paint. */
  earlyScript: string;
}

/** The whole document around a rendered shell. */
export function wrapDocument({
  shell,
  load,
  assets,
  siteUrl,
  data,
  language,
  earlyScript,
}: DocumentParts): string {
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    `<title>${escapeHtml(load.title)}</title>` +
    THEME_COLOURS +
    `<script>${earlyScript}</script>` + // before the stylesheet, for which an inline script would wait
    renderAssets(assets, siteUrl) +
    load.css.map(renderSheet).join('') +
    renderPageScript(load.config.script) +
    load.head.map(renderTag).join('') +
    `</head><body>${shell}<script type="application/json" id="data">${data}</script></body></html>`
  );
}

/** The document of a page without scripts. `body` is rendered HTML. */
export function wrapPlainDocument({
  title,
  body,
  assets: { font, css, icon },
  language,
}: {
  title: string;
  body: string;
  assets: SiteAssets;
  language: string;
}): string {
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(title)}</title>${THEME_COLOURS}` +
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(font)}">` +
    `${renderSheet(css)}<link rel="icon" type="image/svg+xml" href="${escapeHtml(icon)}">` +
    `</head><body>${body}</body></html>`
  );
}

/** The page's background in both themes (`--es-ground`), for the browser's own frame. */
const THEME_COLOURS =
  `<meta name="theme-color" content="${GROUND_COLOURS.light}" media="(prefers-color-scheme: light)">` +
  `<meta name="theme-color" content="${GROUND_COLOURS.dark}" media="(prefers-color-scheme: dark)">`;

/** The typeface comes first, because the stylesheet would request it late. */
function renderAssets({ font, css, script, icon, touchIcon }: SiteAssets, siteUrl: string): string {
  const address = (route: 'favicon' | 'manifest') => siteUrl + buildPath(SITE_ROUTES, route);
  return (
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(font)}">` +
    renderSheet(css) +
    `<script type="module" src="${escapeHtml(script)}"></script>` +
    `<link rel="icon" href="${escapeHtml(address('favicon'))}" sizes="32x32">` +
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(icon)}">` +
    `<link rel="apple-touch-icon" href="${escapeHtml(touchIcon)}">` +
    `<link rel="manifest" href="${escapeHtml(address('manifest'))}">`
  );
}

const renderSheet = (address: string) => `<link rel="stylesheet" href="${escapeHtml(address)}">`;

/** Fetched beside the site's script, which imports it. */
const renderPageScript = (address: string | undefined) =>
  address === undefined ? '' : `<link rel="modulepreload" href="${escapeHtml(address)}">`;

function renderTag({ tag, attributes, json }: HeadTag): string {
  const pairs = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const start = `<${tag}${pairs.join('')}>`;
  return tag === 'script' ? `${start}${inlineJson(json)}</script>` : start;
}
