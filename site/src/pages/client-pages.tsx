import { EpisodePage } from './episode/page.tsx';
import { FailedPage } from './failed/page.tsx';
import { NotFoundPage } from './not-found/page.tsx';
import { type LoadPage, later, now, type RenderPage } from './render-page.tsx';
import type { PageName } from './site-page.tsx';

/** How the browser gets the pages of most visits. Some come with the site's script, the others when they are opened. */
const CLIENT_PAGES = {
  episode: now(EpisodePage),
  failed: now(FailedPage),
  landing: later(async () => (await import('./landing/page.tsx')).LandingPage),
  'not-found': now(NotFoundPage),
  show: later(async () => (await import('./show/page.tsx')).ShowPage),
  history: later(async () => (await import('./history/page.tsx')).HistoryPage),
  home: later(async () => (await import('./home/page.tsx')).HomePage),
  login: later(async () => (await import('./login/page.tsx')).LoginPage),
  queue: later(async () => (await import('./queue/page.tsx')).QueuePage),
  signup: later(async () => (await import('./signup/page.tsx')).SignupPage),
  'episode-transcript': later(
    async () => (await import('./episode-transcript/page.tsx')).EpisodeTranscriptPage,
  ),
  explore: later(async () => (await import('./explore/page.tsx')).ExplorePage),
  explore_list: later(async () => (await import('./explore_list/page.tsx')).ExploreListPage),
  search: later(async () => (await import('./search/page.tsx')).SearchPage),
  tag: later(async () => (await import('./tag/page.tsx')).TagPage),
  user: later(async () => (await import('./user/page.tsx')).UserPage),
} satisfies Partial<Record<PageName, LoadPage>>;

export type ClientPageName = keyof typeof CLIENT_PAGES;

/** The component of a page. The table of the rare pages is a file of its own: most visitors never need it. */
export async function loadClientPage(name: string): Promise<RenderPage> {
  const load =
    CLIENT_PAGES[name as ClientPageName] ?? (await import('./rare-pages.ts')).findRarePage(name);
  return (load ?? CLIENT_PAGES['not-found'])();
}
