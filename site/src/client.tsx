import {
  type ApiClient,
  type ApiClientOptions,
  createApiClient,
  createPlayer,
  type Player,
} from 'earshot';
import { errorKey, PART_MISSING, VOLUME_BAR } from 'earshot/bar';
import { createStore } from 'earshot/internal';
import { EmbedDialog, PlayerBar, PlayerProvider } from 'earshot/react';
import { NOTICE_AUTO_CLOSE_MS, type SiteConfig } from 'earshot-site/contract';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readAnswer } from './consent/stored-answer.ts';
import { loadFlash } from './flash/load-flash.ts';
import { fulfilWishes } from './marks/fulfil-wish.ts';
import { type Navigation, startNavigation } from './navigation/navigation.ts';
import { isLanguage, isPage, isSafe } from './pages/is-page.ts';
import { startPageRoot } from './pages/page-root.tsx';
import { coverOf } from './parts/cover.tsx';
import { keepFocus } from './parts/keep-focus.ts';
import { loadTooltipsLate } from './parts/late-tooltips.ts';
import { createNotices } from './parts/notices.ts';
import { followPlayerButtons } from './parts/player-buttons.ts';
import { followSeekLinks } from './parts/seek-links.ts';
import { loadListeners } from './push/load-listeners.ts';
import { countWrites } from './session/count-writes.ts';
import { playerLogin } from './session/player-login.ts';
import { sendOnce } from './session/send-once.ts';
import { createSession, type Session } from './session/session.ts';
import { createWithLogin, repeatAfterLogin } from './session/with-login.ts';
import { rememberBar, restoreBar } from './shell/keep-bar.ts';
import type { Inlined } from './shell/read-in-language.ts';
import { SiteHeader } from './shell/site-header.tsx';
import { followTitle } from './shell/window-title.ts';
import type { NoticeOptions, SiteClient } from './site-client.ts';
import { type InLanguage, type LanguageStore, SiteProvider, type Wrap } from './site-context.tsx';

/** A notice that stays until it is closed. */
const STAYS: NoticeOptions = { level: 'error' };

async function start({ config, page, messages }: Inlined): Promise<void> {
  const pageElement = document.getElementById('page');
  const barElement = document.getElementById('bar');
  const headerElement = document.getElementById('header');
  if (!pageElement || !barElement || !headerElement) return;

  const language = createStore<InLanguage>({ config, messages });
  const culture = () => language.getSnapshot().config.API_CULTURE;
  const texts = () => language.getSnapshot().messages;
  const session = createSession(config);
  const reportMetric = reporterFor(config);
  const player = createSitePlayer({ config, culture, session, reportMetric });
  const notices = createNotices(document.body, () => texts().player.close);
  const notify = (text: string, options?: NoticeOptions) =>
    notices.show(text, { autoCloseMs: NOTICE_AUTO_CLOSE_MS, ...options });
  const showError = (text: string) => notify(text, { level: 'error' });
  let navigation: Navigation | null = null;
  const withLogin = createWithLogin(session, async () => {
    const { loadRelogin } = await import('./connect/login-dialog.tsx');
    return loadRelogin({ session, culture, wrap });
  });
  const api = createApiClient({
    apiUrl: config.API_URL,
    culture,
    accessToken: () => session.token,
    fetch: sendOnce((...args) => fetch(...args)),
    ...reportMetric,
  });
  const writes = countWrites(api);
  const client: SiteClient = {
    session,
    api: repeatAfterLogin(writes.api, withLogin),
    withLogin,
    notify,
    reportOffline: () => showError(texts().player.error_NETWORK),
    go: (address) => void navigation?.go(address),
    refresh: () => keepFocus(document.activeElement, 'button', () => navigation?.refresh()),
    refreshNext: async () => navigation?.refreshNext(),
  };
  const wrap = wrapper({ language, player, client });
  // The bar is a separate root, so that it keeps playing while pages are swapped.
  const code = { productName: config.PRODUCT_NAME, widgetUrl: config.WIDGET_URL };
  createRoot(barElement).render(
    wrap(
      <>
        <PlayerBar {...code} />
        <EmbedDialog {...code} />
      </>,
    ),
  );
  void restoreBar(player, api);
  rememberBar(player);
  const title = followTitle(player);
  hydrateRoot(headerElement, wrap(<SiteHeader />));
  const countUnread = () => {
    if (!session.user) return;
    void import('./push/count-unread.ts').then(
      ({ countUnread }) =>
        countUnread({ session, api, player, push: config.PUSH, showCount: title.setInbox }),
      () => {}, // the page works without a count
    );
  };
  const prepare = await startPageRoot({
    element: pageElement,
    first: page,
    wrap,
    title,
    onShown: countUnread,
  });
  startLateParts({ config, language, culture, session, api, player, wrap });
  followPlayerButtons({ player, labels: () => texts().player });
  followSeekLinks(player);
  document.addEventListener(PART_MISSING, () => {
    if (player.getSnapshot().currentId === null) client.reportOffline(); // else the player bar says it
  });
  const { state } = player.getSnapshot();
  if (state === 'unsupported') notices.show(messages.player.error_PLAYBACK_UNSUPPORTED, STAYS);
  player.on('error', ({ reason }) => {
    // The player bar itself reports the other reasons, for as long as they last.
    if (reason === 'EPISODE_UNKNOWN' || errorKey(reason) === 'error_EPISODE_UNAVAILABLE') {
      showError(texts().player.error_EPISODE_UNAVAILABLE);
    }
  });

  navigation = startNavigation({
    version: config.AJAX_VERSION,
    culture,
    leaveQuestion: () => texts().site.leave_question,
    isPage,
    isLanguage,
    async translate(asked) {
      const { readInLanguage } = await import('./shell/read-in-language.ts');
      return readInLanguage({ ...asked, language });
    },
    isSafe: (path) => isSafe(path, session),
    writes,
    prepare,
    fail: () => showError(texts().site.page_load_failed),
  });
  fulfilWishes(client);
  window.releasePress?.();
  const registerWorker = () =>
    void import('./offline/register-worker.ts').then(
      (worker) => worker.registerWorker(language.getSnapshot().config),
      () => {}, // the pages work without it
    );
  registerWorker();
  language.subscribe(registerWorker);
}

interface PlayerParts {
  config: SiteConfig;
  culture: () => string;
  session: Session;
  reportMetric: Reporter;
}

function createSitePlayer({ config, culture, session, reportMetric }: PlayerParts): Player {
  return createPlayer({
    ...reportMetric,
    keepQueue: true,
    apiUrl: config.API_URL,
    culture,
    ...playerLogin(session),
    volume: VOLUME_BAR,
    coverOf: (episode) => coverOf(episode, config.SITE_URL),
    referrer: `${location.origin}/`,
    consent: !config.CONSENT_REQUIRED || readAnswer(config) === true,
    listening: config.LISTENING,
    ...(config.ADS_URL ? { ads: { adsUrl: config.ADS_URL } } : {}),
  });
}

/** Parts whose code most visits fetch late, or never. */
function startLateParts({
  config,
  language,
  culture,
  session,
  api,
  player,
  wrap,
}: LateParts): void {
  if (config.CONSENT_REQUIRED && (config.ADS_URL || config.LISTENING)) {
    import('./consent/ask-consent.tsx').then(
      ({ askConsent }) => askConsent({ player, language, wrap }),
      () => {}, // without an answer there are no ads and no reports
    );
  }
  loadListeners({ player, session, push: config.PUSH });
  void loadFlash({ session, api, config, culture });
  loadTooltipsLate();
}

interface LateParts {
  config: SiteConfig;
  language: LanguageStore;
  culture: () => string;
  session: Session;
  api: ApiClient;
  player: Player;
  wrap: Wrap;
}

type Reporter = Pick<ApiClientOptions, 'reportMetric'>;

/** Reports how long jobs take, if the host wants it. */
function reporterFor({ METRICS_URL }: SiteConfig): Reporter {
  if (!METRICS_URL) return {};
  return {
    reportMetric({ job, outcome, duration_ms, reason }) {
      const fields = { job, outcome, duration_ms: String(duration_ms), reason: reason ?? '' };
      navigator.sendBeacon(METRICS_URL, new URLSearchParams(fields));
    },
  };
}

interface Around {
  language: LanguageStore;
  player: Player;
  client: SiteClient;
}

/** All roots of the tab follow its language. */
function wrapper(around: Around): Wrap {
  return (children, texts) => (
    <Tab {...around} texts={texts}>
      {children}
    </Tab>
  );
}

interface TabProps extends Around {
  texts: Parameters<Wrap>[1];
  children: ReactNode;
}

function Tab({ language, player, client, texts, children }: TabProps) {
  const { subscribe, getSnapshot } = language;
  const { config, messages } = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  return (
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
