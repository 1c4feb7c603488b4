import type { ADMIN_PAGE_ROUTES, STUDIO_PAGE_ROUTES } from 'earshot/internal';
import { EpisodePage } from './episode/page.tsx';
import { FailedPage } from './failed/page.tsx';
import { NotFoundPage } from './not-found/page.tsx';
import { type LoadPage, later, now, type RenderPage } from './render-page.tsx';
import type { PageName } from './site-page.tsx';

const plans = later(async () => (await import('./plans/page.tsx')).PlansPage);
const hostText = later(async () => (await import('./host-text/page.tsx')).HostTextPage);

type ListenerPage = Exclude<
  PageName,
  keyof typeof STUDIO_PAGE_ROUTES | keyof typeof ADMIN_PAGE_ROUTES
>;

/** How the browser gets each page. The pages of most visits come with the site's script, the others when they are opened. */
const CLIENT_PAGES: Readonly<Record<ListenerPage, LoadPage>> = {
  episode: now(EpisodePage),
  failed: now(FailedPage),
  landing: later(async () => (await import('./landing/page.tsx')).LandingPage),
  'not-found': now(NotFoundPage),
  show: later(async () => (await import('./show/page.tsx')).ShowPage),
  account_deleted: later(
    async () => (await import('./account-deleted/page.tsx')).AccountDeletedPage,
  ),
  applications: later(async () => (await import('./applications/page.tsx')).ApplicationsPage),
  history: later(async () => (await import('./history/page.tsx')).HistoryPage),
  home: later(async () => (await import('./home/page.tsx')).HomePage),
  like: later(async () => (await import('./like/page.tsx')).LikePage),
  login: later(async () => (await import('./login/page.tsx')).LoginPage),
  page: hostText,
  plans,
  plan: plans,
  billing: plans,
  card_error: plans,
  subscribe_error: plans,
  privacy: hostText,
  queue: later(async () => (await import('./queue/page.tsx')).QueuePage),
  settings: later(async () => (await import('./settings/page.tsx')).SettingsPage),
  signup: later(async () => (await import('./signup/page.tsx')).SignupPage),
  terms: hostText,
  'episode-transcript': later(
    async () => (await import('./episode-transcript/page.tsx')).EpisodeTranscriptPage,
  ),
  explore: later(async () => (await import('./explore/page.tsx')).ExplorePage),
  explore_list: later(async () => (await import('./explore_list/page.tsx')).ExploreListPage),
  report: later(async () => (await import('./report/page.tsx')).ReportPage),
  search: later(async () => (await import('./search/page.tsx')).SearchPage),
  tag: later(async () => (await import('./tag/page.tsx')).TagPage),
  user: later(async () => (await import('./user/page.tsx')).UserPage),
};

/** The component of a page. The table of the pages for authors is a file of its own: most visitors never need it. */
export async function loadClientPage(name: string): Promise<RenderPage> {
  const load = CLIENT_PAGES[name as ListenerPage] ?? (await import('./author-pages.ts')).find(name);
  return (load ?? CLIENT_PAGES['not-found'])();
}
