import { IDLE_SNAPSHOT } from 'earshot';
import {
  type LanguageMessages,
  loadAllMessages,
  type PageLoad,
  resolveLanguage,
  type SiteConfig,
  type SiteData,
  type SitePageRequest,
} from 'earshot/internal';
import { createTranslator, PlayerProvider } from 'earshot/react';
import { renderToString } from 'react-dom/server';
import { loadPage } from './pages/load-page.ts';
import { pageHead } from './pages/page-head.ts';
import { type PageContent, renderPage } from './pages/page-table.tsx';
import { type Assets, Shell, wrapDocument } from './shell/document.tsx';
import { SiteProvider } from './site-context.tsx';

const MESSAGES = await loadAllMessages();

function messagesOf({ API_CULTURE }: SiteConfig): LanguageMessages {
  return MESSAGES[resolveLanguage(API_CULTURE)];
}

/** One loader for the full request and for /ajax. */
export async function loadSitePage(
  request: SitePageRequest,
  data: SiteData,
  config: SiteConfig,
): Promise<PageLoad> {
  const found = await loadPage(request.url, data);
  const { content, status } = found;
  const t = createTranslator(messagesOf(config).site, config.API_CULTURE);
  const name = status === 404 ? t('not_found_title') : found.title;
  const title = name ? `${name} · ${config.PRODUCT_NAME}` : config.PRODUCT_NAME;
  return {
    redirect: null,
    redirect_ajax: null,
    javascript: [],
    css: [],
    content: renderContent(content, config),
    config: { ...content, status },
    title,
    head: pageHead(found, title, { config, t }),
    modules: [content.page],
    player: null,
  };
}

function renderContent(content: PageContent, config: SiteConfig): string {
  const { site, player } = messagesOf(config);
  return renderToString(
    <SiteProvider config={config} messages={site}>
      <PlayerProvider player={null} initial={IDLE_SNAPSHOT} t={createTranslator(player)}>
        {renderPage(content)}
      </PlayerProvider>
    </SiteProvider>,
  );
}

/** The whole document of a page. */
export function renderDocument(load: PageLoad, config: SiteConfig, assets: Assets): string {
  const { site, player } = messagesOf(config);
  const shell = renderToString(
    <SiteProvider config={config} messages={site}>
      <Shell content={load.content} />
    </SiteProvider>,
  );
  const data = { config, page: load.config, messages: { site, player } };
  return wrapDocument({ shell, load, assets, data, language: player.language });
}
