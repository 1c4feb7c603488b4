import { type ApiPayload, createApiClient } from 'earshot';
import type { FlashMessage } from 'earshot/contract';
import { inlineJson, loadEach, resolveLanguage } from 'earshot/internal';
import {
  createTranslator,
  type LanguageMessages,
  loadMessages,
  PlayerProvider,
} from 'earshot/react';
import type {
  LoadedSitePage,
  PageLoad,
  PlainPage,
  SiteAssets,
  SiteConfig,
  SiteData,
  SitePageRequest,
  SiteRenderer,
  TemplateName,
} from 'earshot-site/contract';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { FlashBanner } from './flash/flash-banner.tsx';
import { loadTexts, type SiteCatalogue } from './i18n/texts.ts';
import { writeWorker } from './offline/write-worker.tsx';
import { findErrorPage, findPage, isShared, pageNamed, pageRoutes } from './pages/find-page.ts';
import { INCLUDED_PAGE } from './pages/load-page.tsx';
import { pageHead } from './pages/page-head.ts';
import { plainViewOf } from './pages/plain/plain-pages.ts';
import type { FoundPage, PageRequest, PageSite, Redirect } from './pages/site-page.tsx';
import { EmbedTemplate } from './parts/embed-template.tsx';
import cardFrameScript from './payments/card-frame.ts?inline-script';
import { Shell, wrapDocument, wrapPlainDocument } from './shell/document.tsx';
import earlyScript from './shell/early-script.ts?inline-script';
import { Mark } from './shell/mark.tsx';
import { SiteHeader } from './shell/site-header.tsx';
import { SiteProvider } from './site-context.tsx';

const PLAYER_TEXTS = await loadEach(loadMessages);
const SITE_TEXTS = await loadEach(loadTexts);

function messagesOf({ API_CULTURE }: SiteConfig): LanguageMessages & SiteCatalogue {
  const language = resolveLanguage(API_CULTURE);
  return { ...PLAYER_TEXTS[language], ...SITE_TEXTS[language] };
}

/** Loads and renders one page, for a whole document and for in-page navigation. */
export async function loadSitePage(
  { url, readApi, assetUrl, form }: SitePageRequest,
  data: SiteData,
  config: SiteConfig,
): Promise<LoadedSitePage> {
  const site = siteContext(config);
  const found = await findPage(url, { ...site, ...apiOf(config, readApi), data, form });
  return 'redirect' in found
    ? { ...redirectTo(found), members: undefined }
    : { ...toPageLoad(found, site, assetUrl), members: found.members };
}

/** Loads and renders the page that reports an HTTP status. */
async function loadErrorPage(
  status: number,
  config: SiteConfig,
  {
    assetUrl,
    readApi,
    requestId,
  }: Pick<SitePageRequest, 'assetUrl' | 'readApi'> & { requestId: string },
): Promise<PageLoad> {
  const site = siteContext(config);
  const isBusy = status === 429;
  const asked = { ...site, ...apiOf(config, readApi), requestId, isBusy };
  const page = await findErrorPage(status < 500 && !isBusy ? 'not-found' : 'failed', asked);
  return toPageLoad({ ...page, status }, site, assetUrl);
}

function apiOf(
  { API_URL: apiUrl, API_CULTURE: culture }: SiteConfig,
  readApi: SitePageRequest['readApi'],
): Pick<PageRequest, 'api' | 'readTagged'> {
  const clientWith = (onTag: (tag: string | null) => void) =>
    createApiClient({
      apiUrl,
      culture,
      async fetch(address) {
        const { status, body, tag = null } = await readApi(String(address));
        onTag(tag);
        return new Response(body, { status });
      },
    });
  return {
    api: clientWith(() => {}),
    async readTagged<Value>(route: string, payload: ApiPayload) {
      let tag: string | null = null;
      const api = clientWith((sent) => {
        tag = sent;
      });
      const response = await api.get<Value>(route, payload);
      return { response, tag };
    },
  };
}

function siteContext(config: SiteConfig): PageSite & Pick<PageRequest, 'textsOf'> {
  const messages = messagesOf(config);
  return {
    config,
    t: createTranslator(messages.site, config.API_CULTURE),
    textsOf: (area) => createTranslator(messages[area], config.API_CULTURE),
  };
}

type AssetUrl = SitePageRequest['assetUrl'];

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

const redirectTo = ({ redirect, isPermanent }: Redirect): PageLoad => ({
  ...NO_PAGE,
  redirect_ajax: redirect,
  config: { ...NO_PAGE.config, status: isPermanent ? 301 : 302 },
});

function toPageLoad(page: FoundPage, site: PageSite, assetUrl: AssetUrl): PageLoad {
  const { config } = site;
  const { name, props, status } = page;
  const { render, texts: areas, folder, sheets } = pageNamed(name);
  const script = name === INCLUDED_PAGE ? {} : { script: assetUrl(`page-${folder}.js`) };
  const title = [page.part, page.title, config.PRODUCT_NAME].filter(Boolean).join(' · ');
  const messages = messagesOf(config);
  const texts = Object.fromEntries(areas.map((area) => [area, messages[area]]));
  return {
    ...NO_PAGE,
    redirect_ajax: null,
    content: renderPart(render(props), config, texts),
    config: { page: name, ...script, props, status, texts },
    css: sheets.map((sheet) => assetUrl(`${sheet}.css`)),
    title,
    head: pageHead(page, title, site),
    modules: [name],
  };
}

/** A part of the document that the browser hydrates separately. */
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

/** Placeholders for the parts that depend on the reader. They are random, so that no text of an author contains one. */
const HEADER_PLACE = `<!--${crypto.randomUUID()}-->`;
const CONFIG_PLACE = JSON.stringify(crypto.randomUUID());

/** Fills a rendered document for its reader: with the header, and the data for the scripts. */
export function fillDocument(html: string, config: SiteConfig): string {
  const [start = '', rest = ''] = html.split(HEADER_PLACE);
  const [middle = '', end = ''] = rest.split(CONFIG_PLACE);
  return start + renderPart(<SiteHeader />, config) + middle + inlineJson(config) + end;
}

/** The document of a page, with placeholders for the parts that depend on the reader. */
export function renderDocument(
  load: PageLoad,
  config: SiteConfig,
  assets: SiteAssets,
  flash: FlashMessage | null = null,
): string {
  const { site, player } = messagesOf(config);
  const shell = renderToString(
    <SiteProvider config={config} texts={{ site }}>
      <Shell header={HEADER_PLACE} content={load.content} flash={flash} page={load.config.page} />
    </SiteProvider>,
  );
  const data = `{"config":${CONFIG_PLACE},${inlineJson({ page: load.config, messages: { site, player } }).slice(1)}`;
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

/** The document of a page without scripts. Its header has only the way to the start page. */
function renderPlainPage(page: PlainPage, config: SiteConfig, assets: SiteAssets): string {
  const { account, accountPages, connect, player } = messagesOf(config);
  const { PRODUCT_NAME, SITE_URL } = config;
  const { title, Page } = plainViewOf(page);
  const heading = title(createTranslator(accountPages, config.API_CULTURE), page, config);
  const body = (
    <>
      <header className="site-header">
        <a className="site-name" href={`${SITE_URL}/`}>
          <Mark />
          {PRODUCT_NAME}
        </a>
      </header>
      <main>
        <div className="site-narrow">
          <h1>{heading}</h1>
          <Page {...page} />
        </div>
      </main>
    </>
  );
  return wrapPlainDocument({
    title: `${heading} · ${PRODUCT_NAME}`,
    body: renderPart(body, config, { account, accountPages, connect }),
    assets,
    language: player.language,
  });
}

/** A piece of HTML for scripts, which fill in its placeholders. */
export function renderTemplate(name: TemplateName, config: SiteConfig): string {
  const { site, embedDialog } = messagesOf(config);
  const html = renderToString(
    <SiteProvider config={config} texts={{ site }}>
      {name === 'common.flash_message' ? (
        <FlashBanner name="%name%" message="%message%" />
      ) : (
        <EmbedTemplate texts={embedDialog} />
      )}
    </SiteProvider>,
  );
  return html.replaceAll('%25name%25', '%name%'); // scripts fill in the address too
}

/** The service worker, in the language of its listener. */
function renderWorker(config: SiteConfig, skipped: readonly string[]): string {
  return writeWorker({ config, messages: messagesOf(config), skipped });
}

export const renderer = {
  siteInlineScript: earlyScript,
  cardFrameScript,
  pageRoutes,
  isShared,
  loadSitePage,
  loadErrorPage,
  renderDocument,
  fillDocument,
  renderPlainPage,
  renderTemplate,
  renderWorker,
} satisfies SiteRenderer;
