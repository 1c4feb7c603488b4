/** The pages of the site, one line each. The name of a page is that of its route in the contract. */
export { accountDeletedPage } from './account-deleted/server.ts';
export { adminPage } from './admin/server.ts';
export { adminAuditPage } from './admin-audit/server.ts';
export { adminDoctorPage } from './admin-doctor/server.ts';
export { adminListPage } from './admin-list/server.ts';
export { adminListsPage } from './admin-lists/server.ts';
export { adminNumbersPage } from './admin-numbers/server.ts';
export { adminReportsPage } from './admin-reports/server.ts';
export { adminSettingsPage } from './admin-settings/server.ts';
export { applicationsPage } from './applications/server.ts';
export { calendarPage } from './calendar/server.ts';
export {
  adminCampaignPage,
  adminCampaignsPage,
  campaignPage,
  campaignsPage,
} from './campaigns/server.ts';
export { dashboardPage } from './dashboard/server.ts';
export { deletionsPage } from './deletions/server.ts';
export { documentPage } from './document/server.ts';
export { editChaptersPage } from './edit-chapters/server.ts';
export { editEpisodePage } from './edit-episode/server.ts';
export { editShowPage } from './edit-show/server.ts';
export { editTranscriptPage } from './edit-transcript/server.ts';
export { episodePage } from './episode/server.ts';
export { episodeMessagesPage } from './episode-messages/server.ts';
export { episodeNumbersPage } from './episode-numbers/server.ts';
export { episodeTranscriptPage } from './episode-transcript/server.ts';
export { explorePage } from './explore/server.ts';
export { exploreListPage } from './explore-list/server.ts';
export { failedPage } from './failed/server.ts';
export { fansPage } from './fans/server.ts';
export { historyPage } from './history/server.ts';
export { homePage } from './home/server.ts';
export { hostPage, privacyPage, termsPage } from './host-text/server.ts';
export { importFeedPage } from './import-feed/server.ts';
export { importShowPage } from './import-show/server.ts';
export { inboxPage } from './inbox/server.ts';
export { landingPage } from './landing/server.ts';
export { libraryPage } from './library/server.ts';
export { likePage } from './like/server.ts';
export { loginPage } from './login/server.ts';
export { newEpisodePage } from './new-episode/server.ts';
export { newShowPage } from './new-show/server.ts';
export { notFoundPage } from './not-found/server.ts';
export { numbersMethodPage } from './numbers-method/server.ts';
export {
  billingPage,
  cardErrorPage,
  planPage,
  plansPage,
  subscribeErrorPage,
} from './plans/server.ts';
export { privateFeedsPage } from './private-feeds/server.ts';
export { queuePage } from './queue/server.ts';
export { quotePage } from './quote/server.ts';
export { reportPage } from './report/server.ts';
export { searchPage } from './search/server.ts';
export { settingsPage } from './settings/server.ts';
export { showPage } from './show/server.ts';
export { showAuditPage } from './show-audit/server.ts';
export { showEpisodesPage } from './show-episodes/server.ts';
export { showFeedPage } from './show-feed/server.ts';
export { showMembersPage } from './show-members/server.ts';
export { showNumbersPage } from './show-numbers/server.ts';
export { showSchedulePage } from './show-schedule/server.ts';
export { signupPage } from './signup/server.ts';
export { tagPage } from './tag/server.ts';
export { userPage } from './user/server.ts';
