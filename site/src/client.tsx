import { createPlayer, type Player } from 'earshot';
import {
  errorKey,
  type LanguageMessages,
  NOTICE_AUTO_CLOSE_MS,
  type PageLoad,
  type SiteConfig,
  VOLUME_BAR,
} from 'earshot/internal';
import { PlayerBar, PlayerProvider } from 'earshot/react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { startNavigation } from './navigation/navigation.ts';
import { isPage, pageNamed } from './pages/find-page.ts';
import { createNotices } from './parts/notices.ts';
import { followPlayerButtons } from './parts/player-buttons.ts';
import { swapHead } from './shell/swap-head.ts';
import { followTitle } from './shell/window-title.ts';
import { SiteProvider } from './site-context.tsx';

interface Inlined {
  config: SiteConfig;
  page: PageLoad['config'];
  messages: Pick<LanguageMessages, 'player' | 'site'>;
}

function start({ config, page, messages }: Inlined): void {
  const pageElement = document.getElementById('page');
  const barElement = document.getElementById('bar');
  if (!pageElement || !barElement) return;

  const player = createPlayer({
    apiUrl: config.API_URL,
    culture: config.API_CULTURE,
    accessToken: config.OAUTH_TOKEN,
    volume: VOLUME_BAR,
    referrer: `${location.origin}/`,
    ...(config.ADS_URL ? { ads: { adsUrl: config.ADS_URL } } : {}),
  });
  const wrap = wrapper(config, messages, player);
  const render = ({ page, props }: PageLoad['config']) => wrap(pageNamed(page).render(props));
  // The bar is a separate root, so that it keeps playing while pages are swapped.
  createRoot(barElement).render(wrap(<PlayerBar />));
  const title = followTitle(player);
  let root: Root = hydrateRoot(pageElement, render(page));
  followPlayerButtons({ player, labels: messages.player });
  const notices = createNotices(document.body, messages.player.close);
  const showError = (text: string) =>
    notices.show(text, { level: 'error', autoCloseMs: NOTICE_AUTO_CLOSE_MS });
  player.on('error', ({ reason }) => {
    // The player bar itself reports the other reasons, for as long as they last.
    if (errorKey(reason) === 'error_EPISODE_UNAVAILABLE') {
      showError(messages.player.error_EPISODE_UNAVAILABLE);
    }
  });

  startNavigation({
    version: config.AJAX_VERSION,
    culture: config.API_CULTURE,
    leaveQuestion: messages.site.leave_question,
    isPage,
    swap(load) {
      root.unmount();
      pageElement.innerHTML = load.content;
      root = hydrateRoot(pageElement, render(load.config));
      swapHead(load.head);
      title.setPage(load.title);
      focusHeading(pageElement);
    },
    fail: () => showError(messages.site.page_load_failed),
  });
}

/** Screen readers announce the new page, and Tab continues from its top. */
function focusHeading(page: HTMLElement): void {
  const target = page.querySelector<HTMLElement>('h1') ?? page;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function wrapper(config: SiteConfig, messages: Inlined['messages'], player: Player) {
  return (children: ReactNode) => (
    <SiteProvider config={config} messages={messages.site}>
      <PlayerProvider player={player} messages={messages.player}>
        {children}
      </PlayerProvider>
    </SiteProvider>
  );
}

const inlined = document.getElementById('data')?.textContent;
if (inlined) start(JSON.parse(inlined) as Inlined);
