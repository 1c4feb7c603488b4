import { type ApiClientOptions, createApiClient, createPlayer, type Player } from 'earshot';
import {
  errorKey,
  type LanguageMessages,
  NOTICE_AUTO_CLOSE_MS,
  type PageLoad,
  type SiteConfig,
  trustedHtml,
  VOLUME_BAR,
} from 'earshot/internal';
import { PlayerBar, PlayerProvider } from 'earshot/react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { readAnswer } from './consent/stored-answer.ts';
import { loadFlash } from './flash/load-flash.ts';
import { fulfilWishes } from './marks/fulfil-wish.ts';
import { type Navigation, startNavigation } from './navigation/navigation.ts';
import { registerWorker } from './offline/register-worker.ts';
import { loadClientPage } from './pages/client-pages.tsx';
import { isPage, isSafe } from './pages/is-page.ts';
import { loginPath } from './pages/login-path.ts';
import type { RenderPage } from './pages/render-page.tsx';
import { coverOf } from './parts/cover.tsx';
import { loadTooltipsLate } from './parts/late-tooltips.ts';
import { createNotices, type NoticeOptions } from './parts/notices.ts';
import { followPlayerButtons } from './parts/player-buttons.ts';
import { followSeekLinks } from './parts/seek-links.ts';
import { loadListeners } from './push/load-listeners.ts';
import { countWrites } from './session/count-writes.ts';
import { createSession } from './session/session.ts';
import { createWithLogin, repeatAfterLogin } from './session/with-login.ts';
import { rememberBar, restoreBar } from './shell/keep-bar.ts';
import { SiteHeader } from './shell/site-header.tsx';
import { swapHead } from './shell/swap-head.ts';
import { followTitle } from './shell/window-title.ts';
import type { SiteClient } from './site-client.ts';
import { SiteProvider, type SiteTexts } from './site-context.tsx';

interface Inlined {
  config: SiteConfig;
  page: PageLoad['config'];
  messages: Pick<LanguageMessages, 'player' | 'site'>;
}

async function start({ config, page, messages }: Inlined): Promise<void> {
  const pageElement = document.getElementById('page');
  const barElement = document.getElementById('bar');
  const headerElement = document.getElementById('header');
  if (!pageElement || !barElement || !headerElement) return;

  const session = createSession(config);
  const reportMetric = reporterFor(config);
  const player = createPlayer({
    ...reportMetric,
    keepQueue: true,
    apiUrl: config.API_URL,
    culture: config.API_CULTURE,
    accessToken: () => session.token,
    volume: VOLUME_BAR,
    coverOf: (episode) => coverOf(episode, config.SITE_URL),
    referrer: `${location.origin}/`,
    consent: !config.CONSENT_REQUIRED || readAnswer() === true,
    ...(config.ADS_URL ? { ads: { adsUrl: config.ADS_URL } } : {}),
  });
  const notices = createNotices(document.body, messages.player.close);
  const notify = (text: string, options?: NoticeOptions) =>
    notices.show(text, { autoCloseMs: NOTICE_AUTO_CLOSE_MS, ...options });
  const showError = (text: string) => notify(text, { level: 'error' });
  let navigation: Navigation | null = null;
  const withLogin = createWithLogin(session, async () => {
    const { loadRelogin } = await import('./session/login-dialog.tsx');
    return loadRelogin({ session, culture: config.API_CULTURE, wrap });
  });
  const api = createApiClient({
    apiUrl: config.API_URL,
    culture: config.API_CULTURE,
    accessToken: () => session.token,
    ...reportMetric,
  });
  const writes = countWrites(api);
  const client: SiteClient = {
    session,
    api: repeatAfterLogin(writes.api, withLogin),
    withLogin,
    notify,
    go: (address) => void navigation?.go(address),
    refresh: async () => navigation?.refresh(),
    refreshNext: async () => navigation?.refreshNext(),
    goToLogin: () => void navigation?.go(loginPath(location.pathname + location.search)),
  };
  const wrap = wrapper({ config, messages, player, client });
  // The bar is a separate root, so that it keeps playing while pages are swapped.
  createRoot(barElement).render(
    wrap(<PlayerBar productName={config.PRODUCT_NAME} widgetUrl={config.WIDGET_URL} />),
  );
  void restoreBar(player, config);
  rememberBar(player);
  const title = followTitle(player);
  hydrateRoot(headerElement, wrap(<SiteHeader />));
  const draw = (render: RenderPage, { props, texts }: PageLoad['config']) =>
    wrap(render(props), texts);
  let root: Root = hydrateRoot(pageElement, draw(await loadClientPage(page.page), page));
  let shown = page.page;
  const countInbox = () => {
    if (!session.user) return;
    void import('./session/count-inbox.ts').then(
      ({ countInbox }) =>
        countInbox({ session, api, player, push: config.PUSH, showCount: title.setInbox }),
      () => {}, // the page works without a count
    );
  };
  countInbox();
  if (config.CONSENT_REQUIRED && config.ADS_URL) {
    import('./consent/ask-consent.tsx').then(
      ({ askConsent }) => askConsent({ player, culture: config.API_CULTURE, wrap }),
      () => {}, // without an answer there are no ads
    );
  }
  loadListeners({ player, session, push: config.PUSH });
  void loadFlash({ session, api, config });
  loadTooltipsLate();
  followPlayerButtons({ player, labels: messages.player });
  followSeekLinks(player);
  player.on('error', ({ reason }) => {
    // The player bar itself reports the other reasons, for as long as they last.
    if (errorKey(reason) === 'error_EPISODE_UNAVAILABLE') {
      showError(messages.player.error_EPISODE_UNAVAILABLE);
    }
  });

  navigation = startNavigation({
    version: config.AJAX_VERSION,
    culture: config.API_CULTURE,
    leaveQuestion: messages.site.leave_question,
    isPage,
    isSafe: (path) => isSafe(path, session),
    writes,
    async prepare(load) {
      const render = await loadClientPage(load.config.page);
      return ({ isRefresh }) => {
        swapHead(load.head);
        title.setPage(load.title);
        if (isRefresh && load.config.page === shown) {
          root.render(draw(render, load.config));
          countInbox();
          return;
        }
        shown = load.config.page;
        root.unmount();
        pageElement.innerHTML = trustedHtml(load.content);
        root = hydrateRoot(pageElement, draw(render, load.config));
        focusHeading(pageElement);
        countInbox();
      };
    },
    fail: () => showError(messages.site.page_load_failed),
  });
  fulfilWishes(client);
  window.releasePress?.();
  registerWorker(config);
}

/** Reports how long jobs take, if the host wants to know. */
function reporterFor({ METRICS_URL }: SiteConfig): Pick<ApiClientOptions, 'reportMetric'> {
  if (!METRICS_URL) return {};
  return {
    reportMetric({ job, outcome, duration_ms, reason }) {
      const fields = { job, outcome, duration_ms: String(duration_ms), reason: reason ?? '' };
      navigator.sendBeacon(METRICS_URL, new URLSearchParams(fields));
    },
  };
}

/** Screen readers announce the new page, and Tab continues from its top. */
function focusHeading(page: HTMLElement): void {
  const target = page.querySelector<HTMLElement>('h1') ?? page;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

interface Around extends Pick<Inlined, 'config' | 'messages'> {
  player: Player;
  client: SiteClient;
}

function wrapper({ config, messages, player, client }: Around) {
  return (children: ReactNode, texts: Partial<SiteTexts> = {}) => (
    <SiteProvider config={config} texts={{ site: messages.site, ...texts }} client={client}>
      <PlayerProvider
        player={player}
        messages={messages.player}
        coverOf={(episode) => coverOf(episode, config.SITE_URL)}
      >
        {children}
      </PlayerProvider>
    </SiteProvider>
  );
}

const inlined = document.getElementById('data')?.textContent;
if (inlined) void start(JSON.parse(inlined) as Inlined);
