import { createApiClient } from 'earshot';
import type { FlashMessage } from 'earshot/contract';
import {
  type LanguageMessages,
  loadAllMessages,
  type PageLoad,
  resolveLanguage,
  type SiteAssets,
  type SiteConfig,
  type SiteData,
  type SitePageRequest,
  type SiteRenderer,
  type TemplateName,
} from 'earshot/internal';
import { createTranslator, PlayerProvider } from 'earshot/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { FlashBanner } from './flash/flash-banner.tsx';
import { writeWorker } from './offline/write-worker.tsx';
import { findErrorPage, findPage, pageNamed, pageRoutes } from './pages/find-page.ts';
import type { FoundPage, PageSite } from './pages/site-page.tsx';
import { EmbedTemplate } from './parts/embed-template.tsx';
import cardFrameScript from './payments/card-frame.ts?inline-script';
import { Shell, wrapDocument } from './shell/document.tsx';
import earlyScript from './shell/early-script.ts?inline-script';
import { pageHead } from './shell/page-head.ts';
import { SiteHeader } from './shell/site-header.tsx';
import { SiteProvider } from './site-context.tsx';

const MESSAGES = await loadAllMessages();

function messagesOf({ API_CULTURE }: SiteConfig): LanguageMessages {
  return MESSAGES[resolveLanguage(API_CULTURE)];
}

/** Loads and renders one page, for a whole document and for in-page navigation. */
export async function loadSitePage(
  { url, readApi, sheetUrl, form }: SitePageRequest,
  data: SiteData,
  config: SiteConfig,
): Promise<PageLoad> {
  const site = siteContext(config);
  const api = createApiClient({
    apiUrl: config.API_URL,
    culture: config.API_CULTURE,
    async fetch(address) {
      const { status, body } = await readApi(String(address));
      return new Response(body, { status });
    },
  });
  const found = await findPage(url, { ...site, data, api, form });
  return 'redirect' in found
    ? redirectTo(found.redirect)
    : withSheets(toPageLoad(found, site), sheetUrl);
}

function withSheets(load: PageLoad, sheetUrl: SitePageRequest['sheetUrl']): PageLoad {
  return { ...load, css: pageNamed(load.config.page).sheets.map(sheetUrl) };
}

/** Loads and renders the page that reports an HTTP status. */
export async function loadErrorPage(status: number, config: SiteConfig): Promise<PageLoad> {
  const site = siteContext(config);
  const page = await findErrorPage(status < 500 ? 'not-found' : 'failed', site);
  return toPageLoad({ ...page, status }, site);
}

const siteContext = (config: SiteConfig) => ({
  config,
  t: createTranslator(messagesOf(config).site, config.API_CULTURE),
});

const NO_PAGE: Omit<PageLoad, 'redirect_ajax'> = {
  redirect: null,
  javascript: [],
  css: [],
  content: '',
  config: { page: '', props: {}, status: 200, texts: {} },
  title: '',
  head: [],
  modules: [],
  player: null,
};

const redirectTo = (address: string): PageLoad => ({ ...NO_PAGE, redirect_ajax: address });

function toPageLoad(page: FoundPage, site: PageSite): PageLoad {
  const { config } = site;
  const { name, props, status } = page;
  const { render, texts: areas } = pageNamed(name);
  const title = [page.title, config.PRODUCT_NAME].filter(Boolean).join(' · ');
  const messages = messagesOf(config);
  const texts = Object.fromEntries(areas.map((area) => [area, messages[area]]));
  return {
    ...NO_PAGE,
    redirect_ajax: null,
    content: renderPart(render(props), config, texts),
    config: { page: name, props, status, texts },
    title,
    head: pageHead(page, title, site),
    modules: [name],
  };
}

/** A part of the document that the browser brings to life on its own. */
function renderPart(part: ReactNode, config: SiteConfig, texts: object = {}): string {
  const { site, player } = messagesOf(config);
  return renderToString(
    <SiteProvider config={config} texts={{ site, ...texts }}>
      <PlayerProvider player={null} messages={player}>
        {part}
      </PlayerProvider>
    </SiteProvider>,
  );
}

/** The whole document of a page. */
export function renderDocument(
  load: PageLoad,
  config: SiteConfig,
  assets: SiteAssets,
  flash: FlashMessage | null = null,
): string {
  const { site, player } = messagesOf(config);
  const shell = renderToString(
    <SiteProvider config={config} texts={{ site }}>
      <Shell header={renderPart(<SiteHeader />, config)} content={load.content} flash={flash} />
    </SiteProvider>,
  );
  const data = { config, page: load.config, messages: { site, player } };
  return wrapDocument({
    shell,
    load,
    assets,
    siteUrl: config.SITE_URL,
    data,
    language: player.language,
    earlyScript,
  });
}

/** A piece of HTML for scripts, which fill its placeholders. */
export function renderTemplate(name: TemplateName, config: SiteConfig): string {
  const { site, embedDialog } = messagesOf(config);
  return renderToString(
    <SiteProvider config={config} texts={{ site }}>
      {name === 'common.flash_message' ? (
        <FlashBanner name="%name%" message="%message%" />
      ) : (
        <EmbedTemplate texts={embedDialog} />
      )}
    </SiteProvider>,
  );
}

/** The service worker, in the language of its listener. */
export function renderWorker(config: SiteConfig, skipped: readonly string[]): string {
  return writeWorker({ config, messages: messagesOf(config), skipped });
}

export const renderer = {
  siteInlineScript: earlyScript,
  cardFrameScript,
  pageRoutes,
  loadSitePage,
  loadErrorPage,
  renderDocument,
  renderTemplate,
  renderWorker,
} satisfies SiteRenderer;
