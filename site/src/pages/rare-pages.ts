import type { ClientPageName } from './client-pages.tsx';
import { type LoadPage, later } from './render-page.tsx';
import type { PageName } from './site-page.tsx';

const hostText = later(async () => (await import('./host-text/page.tsx')).HostTextPage);
const campaigns = later(async () => (await import('./campaigns/page.tsx')).CampaignsPage);
const plans = later(async () => (await import('./plans/page.tsx')).PlansPage);

/** How the browser gets the pages that `client-pages.tsx` does not list: those of authors, members and administrators. */
const RARE_PAGES: Readonly<Record<Exclude<PageName, ClientPageName>, LoadPage>> = {
  account_deleted: later(
    async () => (await import('./account-deleted/page.tsx')).AccountDeletedPage,
  ),
  applications: later(async () => (await import('./applications/page.tsx')).ApplicationsPage),
  like: later(async () => (await import('./like/page.tsx')).LikePage),
  page: hostText,
  privacy: hostText,
  terms: hostText,
  plans,
  plan: plans,
  billing: plans,
  card_error: plans,
  subscribe_error: plans,
  report: later(async () => (await import('./report/page.tsx')).ReportPage),
  settings: later(async () => (await import('./settings/page.tsx')).SettingsPage),
  'admin-list': later(async () => (await import('./admin-list/page.tsx')).AdminListPage),
  'admin-lists': later(async () => (await import('./admin-lists/page.tsx')).AdminListsPage),
  'admin-reports': later(async () => (await import('./admin-reports/page.tsx')).AdminReportsPage),
  'admin-settings': later(
    async () => (await import('./admin-settings/page.tsx')).AdminSettingsPage,
  ),
  campaigns,
  campaign: campaigns,
  'admin-campaigns': campaigns,
  'admin-campaign': campaigns,
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

export const findRarePage = (name: string): LoadPage | undefined =>
  RARE_PAGES[name as keyof typeof RARE_PAGES];
