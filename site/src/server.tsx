import { IDLE_SNAPSHOT } from 'earshot';
import type { PageLoad, SiteConfig, SiteData, SitePageRequest } from 'earshot/contract';
import { createTranslator, en, it, PlayerProvider, resolveLanguage } from 'earshot/react';
import { renderToString } from 'react-dom/server';
import { siteTranslator } from './messages/site-translator.ts';
import { loadPage } from './pages/load-page.ts';
import { pageHead } from './pages/page-head.ts';
import { type PageContent, renderPage } from './pages/page-table.tsx';
import { type Assets, Shell, wrapDocument } from './shell/document.tsx';
import { SiteProvider } from './site-context.tsx';

/** One loader for the full request and for /ajax. */
export async function loadSitePage(
  request: SitePageRequest,
  data: SiteData,
  config: SiteConfig,
): Promise<PageLoad> {
  const found = await loadPage(request.url, data);
  const { content, status } = found;
  const name = status === 404 ? siteTranslator(config.API_CULTURE)('not_found_title') : found.title;
  const title = name ? `${name} · ${config.PRODUCT_NAME}` : config.PRODUCT_NAME;
  return {
    redirect: null,
    redirect_ajax: null,
    javascript: [],
    css: [],
    content: renderContent(content, config),
    config: { ...content, status },
    title,
    head: pageHead(found, title, config),
    modules: [content.page],
    player: null,
  };
}

function renderContent(content: PageContent, config: SiteConfig): string {
  const messages = resolveLanguage(config.API_CULTURE) === 'it' ? it : en;
  return renderToString(
    <SiteProvider config={config}>
      <PlayerProvider player={null} initial={IDLE_SNAPSHOT} t={createTranslator(messages)}>
        {renderPage(content)}
      </PlayerProvider>
    </SiteProvider>,
  );
}

/** The whole document of a page. */
export function renderDocument(load: PageLoad, config: SiteConfig, assets: Assets): string {
  const shell = renderToString(
    <SiteProvider config={config}>
      <Shell content={load.content} />
    </SiteProvider>,
  );
  return wrapDocument(shell, load, config, assets);
}
