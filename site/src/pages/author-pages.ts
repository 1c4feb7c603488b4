import type { ADMIN_PAGE_ROUTES, STUDIO_PAGE_ROUTES } from 'earshot/internal';
import { type LoadPage, later } from './render-page.tsx';

type AuthorRoutes = typeof STUDIO_PAGE_ROUTES & typeof ADMIN_PAGE_ROUTES;

/** How the browser gets the pages for authors. */
const AUTHOR_PAGES: Readonly<Record<keyof AuthorRoutes, LoadPage>> = {
  'admin-list': later(async () => (await import('./admin-list/page.tsx')).AdminListPage),
  'admin-lists': later(async () => (await import('./admin-lists/page.tsx')).AdminListsPage),
  'admin-reports': later(async () => (await import('./admin-reports/page.tsx')).AdminReportsPage),
  'admin-settings': later(
    async () => (await import('./admin-settings/page.tsx')).AdminSettingsPage,
  ),
  calendar: later(async () => (await import('./calendar/page.tsx')).CalendarPage),
  dashboard: later(async () => (await import('./dashboard/page.tsx')).DashboardPage),
  'edit-chapters': later(async () => (await import('./edit-chapters/page.tsx')).EditChaptersPage),
  'edit-episode': later(async () => (await import('./edit-episode/page.tsx')).EditEpisodePage),
  'edit-show': later(async () => (await import('./edit-show/page.tsx')).EditShowPage),
  'edit-transcript': later(
    async () => (await import('./edit-transcript/page.tsx')).EditTranscriptPage,
  ),
  'episode-messages': later(
    async () => (await import('./episode-messages/page.tsx')).EpisodeMessagesPage,
  ),
  'import-feed': later(async () => (await import('./import-feed/page.tsx')).ImportFeedPage),
  'import-show': later(async () => (await import('./import-show/page.tsx')).ImportShowPage),
  inbox: later(async () => (await import('./inbox/page.tsx')).InboxPage),
  'new-episode': later(async () => (await import('./new-episode/page.tsx')).NewEpisodePage),
  'new-show': later(async () => (await import('./new-show/page.tsx')).NewShowPage),
  'show-episodes': later(async () => (await import('./show-episodes/page.tsx')).ShowEpisodesPage),
  admin: later(async () => (await import('./admin/page.tsx')).AdminPage),
  fans: later(async () => (await import('./fans/page.tsx')).FansPage),
  'show-members': later(async () => (await import('./show-members/page.tsx')).ShowMembersPage),
  'show-feed': later(async () => (await import('./show-feed/page.tsx')).ShowFeedPage),
};

export const find = (name: string): LoadPage | undefined =>
  AUTHOR_PAGES[name as keyof typeof AUTHOR_PAGES];
