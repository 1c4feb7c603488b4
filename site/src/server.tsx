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
} from 'earshot/internal';
import { createTranslator, PlayerProvider } from 'earshot/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { findErrorPage, findPage, pageNamed, pageRoutes } from './pages/find-page.ts';
import type { FoundPage } from './pages/site-page.tsx';
import { Shell, wrapDocument } from './shell/document.tsx';
import { pageHead } from './shell/page-head.ts';
import { type SiteContextValue, SiteProvider } from './site-context.tsx';

const MESSAGES = await loadAllMessages();

function messagesOf({ API_CULTURE }: SiteConfig): LanguageMessages {
  return MESSAGES[resolveLanguage(API_CULTURE)];
}

/** Loads and renders one page, for a whole document and for in-page navigation. */
export async function loadSitePage(
  { url }: SitePageRequest,
  data: SiteData,
  config: SiteConfig,
): Promise<PageLoad> {
  const site = siteContext(config);
  return toPageLoad(await findPage(url, { ...site, data }), site);
}

/** Loads and renders the page that reports an HTTP status. */
export async function loadErrorPage(
  status: number,
  data: SiteData,
  config: SiteConfig,
): Promise<PageLoad> {
  const site = siteContext(config);
  const name = status < 500 ? 'not-found' : 'failed';
  const page = await findErrorPage(name, { ...site, data });
  return toPageLoad({ ...page, status }, site);
}

const siteContext = (config: SiteConfig): SiteContextValue => ({
  config,
  t: createTranslator(messagesOf(config).site, config.API_CULTURE),
});

function toPageLoad(page: FoundPage, site: SiteContextValue): PageLoad {
  const { config } = site;
  const { name, props, status } = page;
  const title = [page.title, config.PRODUCT_NAME].filter(Boolean).join(' · ');
  return {
    redirect: null,
    redirect_ajax: null,
    javascript: [],
    css: [],
    content: renderContent(pageNamed(name).render(props), config),
    config: { page: name, props, status },
    title,
    head: pageHead(page, title, site),
    modules: [name],
    player: null,
  };
}

function renderContent(content: ReactNode, config: SiteConfig): string {
  const { site, player } = messagesOf(config);
  return renderToString(
    <SiteProvider config={config} messages={site}>
      <PlayerProvider player={null} messages={player}>
        {content}
      </PlayerProvider>
    </SiteProvider>,
  );
}

/** The whole document of a page. */
export function renderDocument(load: PageLoad, config: SiteConfig, assets: SiteAssets): string {
  const { site, player } = messagesOf(config);
  const shell = renderToString(
    <SiteProvider config={config} messages={site}>
      <Shell content={load.content} />
    </SiteProvider>,
  );
  const data = { config, page: load.config, messages: { site, player } };
  return wrapDocument({ shell, load, assets, data, language: player.language });
}

export const renderer = {
  pageRoutes,
  loadSitePage,
  loadErrorPage,
  renderDocument,
} satisfies SiteRenderer;
