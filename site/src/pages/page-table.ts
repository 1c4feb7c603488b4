/** The pages of the site, one line each. The name of a page is that of its route in the contract. */
export { accountDeletedPage } from './account-deleted/account-deleted-page.ts';
export { adminPage } from './admin/admin-page.ts';
export { adminListPage } from './admin-list/admin-list-page.ts';
export { adminListsPage } from './admin-lists/admin-lists-page.ts';
export { adminReportsPage } from './admin-reports/admin-reports-page.ts';
export { adminSettingsPage } from './admin-settings/admin-settings-page.ts';
export { applicationsPage } from './applications/applications-page.ts';
export { calendarPage } from './calendar/calendar-page.ts';
export {
  adminCampaignPage,
  adminCampaignsPage,
  campaignPage,
  campaignsPage,
} from './campaigns/campaigns-page.ts';
export { dashboardPage } from './dashboard/dashboard-page.ts';
export { editChaptersPage } from './edit-chapters/edit-chapters-page.ts';
export { editEpisodePage } from './edit-episode/edit-episode-page.ts';
export { editShowPage } from './edit-show/edit-show-page.ts';
export { editTranscriptPage } from './edit-transcript/edit-transcript-page.ts';
export { episodePage } from './episode/episode-page.ts';
export { episodeMessagesPage } from './episode-messages/episode-messages-page.ts';
export { episodeTranscriptPage } from './episode-transcript/episode-transcript-page.ts';
export { explorePage } from './explore/explore-page.ts';
export { exploreListPage } from './explore_list/explore-list-page.ts';
export { failedPage } from './failed/failed-page.ts';
export { fansPage } from './fans/fans-page.ts';
export { historyPage } from './history/history-page.ts';
export { homePage } from './home/home-page.ts';
export { hostPage, privacyPage, termsPage } from './host-text/host-text-pages.ts';
export { importFeedPage } from './import-feed/import-feed-page.ts';
export { importShowPage } from './import-show/import-show-page.ts';
export { inboxPage } from './inbox/inbox-page.ts';
export { landingPage } from './landing/landing-page.ts';
export { likePage } from './like/like-page.ts';
export { loginPage } from './login/login-page.ts';
export { newEpisodePage } from './new-episode/new-episode-page.ts';
export { newShowPage } from './new-show/new-show-page.ts';
export { notFoundPage } from './not-found/not-found-page.ts';
export {
  billingPage,
  cardErrorPage,
  planPage,
  plansPage,
  subscribeErrorPage,
} from './plans/plan-pages.ts';
export { queuePage } from './queue/queue-page.ts';
export { reportPage } from './report/report-page.ts';
export { searchPage } from './search/search-page.ts';
export { settingsPage } from './settings/settings-page.ts';
export { showPage } from './show/show-page.ts';
export { showEpisodesPage } from './show-episodes/show-episodes-page.ts';
export { showFeedPage } from './show-feed/show-feed-page.ts';
export { showMembersPage } from './show-members/show-members-page.ts';
export { signupPage } from './signup/signup-page.ts';
export { tagPage } from './tag/tag-page.ts';
export { userPage } from './user/user-page.ts';
