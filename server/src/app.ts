import type { FastifyInstance } from 'fastify';
import type { FeatureDeps } from './feature.ts';
import { accountRoutes } from './features/accounts/account-routes.ts';
import { accountEndRoutes } from './features/accounts/end-routes.ts';
import { identifyRequests } from './features/accounts/identify.ts';
import { accountTasks } from './features/accounts/jobs.ts';
import { accountPageRoutes } from './features/accounts/page-routes.ts';
import { authRoutes } from './features/accounts/routes.ts';
import { sessionCookieName } from './features/accounts/session-cookie.ts';
import { administrationRoutes } from './features/administration/routes.ts';
import { adCampaignTasks } from './features/ads/jobs.ts';
import { adRoutes } from './features/ads/listen-routes.ts';
import { adCampaignRoutes } from './features/ads/routes.ts';
import { blockRoutes } from './features/blocks/routes.ts';
import { chapterRoutes } from './features/chapters/routes.ts';
import { coverRoutes } from './features/covers/routes.ts';
import { deletionRoutes } from './features/deletions/routes.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { bulkRoutes } from './features/episodes/bulk-routes.ts';
import { episodeEditRoutes } from './features/episodes/edit-routes.ts';
import { episodeTasks } from './features/episodes/jobs.ts';
import { episodeRoutes } from './features/episodes/routes.ts';
import { exploreCareRoutes } from './features/explore/care-routes.ts';
import { exploreEditRoutes } from './features/explore/edit-routes.ts';
import { exploreRoutes } from './features/explore/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { feedTasks } from './features/feeds/jobs.ts';
import { moveRoutes } from './features/feeds/move-routes.ts';
import { feedRoutes } from './features/feeds/routes.ts';
import { feedTokenRoutes } from './features/feeds/token-routes.ts';
import { flashMessageRoutes } from './features/flash-messages/routes.ts';
import { followRoutes } from './features/follows/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { followSettings } from './features/host-settings/follow-settings.ts';
import { hostSettingsRoutes } from './features/host-settings/routes.ts';
import { importTasks } from './features/imports/jobs.ts';
import { importRoutes } from './features/imports/routes.ts';
import { inboxRoutes } from './features/inbox/routes.ts';
import { likeRoutes } from './features/likes/routes.ts';
import { linkRoutes } from './features/links/routes.ts';
import { continuePageRoutes } from './features/loader/continue-page.ts';
import { loaderRoutes } from './features/loader/routes.ts';
import { mediaTasks } from './features/media/jobs.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { notePictureRoutes } from './features/note-pictures/routes.ts';
import { oembedRoutes } from './features/oembed/routes.ts';
import { cardRoutes } from './features/payments/card-routes.ts';
import { cardFrameRoute } from './features/payments/frame-route.ts';
import { paymentTasks } from './features/payments/jobs.ts';
import { purchaseRoutes } from './features/payments/purchase-routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { webhookRoutes } from './features/payments/webhook-routes.ts';
import { planRoutes } from './features/plans/routes.ts';
import { playbackTasks } from './features/playback/jobs.ts';
import { playbackRoutes } from './features/playback/routes.ts';
import { playerPageRoutes } from './features/player-page/routes.ts';
import { authorizeRequests } from './features/policy/authorize.ts';
import { ruleOf } from './features/policy/policy.ts';
import { preflightRoutes } from './features/preflight/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { radioTasks } from './features/radio/jobs.ts';
import { radioRoutes } from './features/radio/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { scheduleRoutes } from './features/schedules/routes.ts';
import { searchTasks } from './features/search/jobs.ts';
import { searchRoutes } from './features/search/routes.ts';
import { shareRoutes } from './features/share/routes.ts';
import { showEditRoutes } from './features/shows/edit-routes.ts';
import { showPermalinkRoutes } from './features/shows/permalink-routes.ts';
import { showRoutes } from './features/shows/routes.ts';
import { connectionRoutes } from './features/sign-in/connection-routes.ts';
import { signInFlowRoutes } from './features/sign-in/flow-routes.ts';
import { signInTasks } from './features/sign-in/jobs.ts';
import { linkPageRoutes } from './features/sign-in/link-page-routes.ts';
import { loginPageRoutes } from './features/sign-in/login-page-routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { signUpPageRoutes } from './features/sign-in/sign-up-page-routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import { transcriptRoutes } from './features/transcripts/routes.ts';
import { uploadTasks } from './features/uploads/jobs.ts';
import { processingTasks } from './features/uploads/processing-jobs.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { tusRoutes } from './features/uploads/tus-routes.ts';
import { userPictureRoutes } from './features/users/picture-routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { waveformTasks } from './features/waveforms/jobs.ts';
import { waveformRoutes } from './features/waveforms/routes.ts';
import { answerEarly } from './platform/cache/answer-early.ts';
import { settleWrites } from './platform/cache/settle-writes.ts';
import { servePublicFiles } from './platform/http/public-files.ts';
import { createServer } from './platform/http/server.ts';
import { idempotencyTasks, repeatRequests } from './platform/idempotency/repeat-requests.ts';
import { collectTasks } from './platform/jobs/task.ts';
import { limitTasks } from './platform/limits/forget-counts.ts';
import { limitRequests } from './platform/limits/limit-requests.ts';
import { mailTasks } from './platform/mail/mail.ts';
import { describeApi } from './platform/openapi/describe-api.ts';
import { serveViewer } from './platform/openapi/viewer.ts';

const FEATURES = [
  healthRoutes,
  showRoutes,
  showEditRoutes,
  episodeRoutes,
  likeRoutes,
  followRoutes,
  blockRoutes,
  messageRoutes,
  inboxRoutes,
  bulkRoutes,
  moveRoutes,
  memberRoutes,
  administrationRoutes,
  hostSettingsRoutes,
  reportRoutes,
  radioRoutes,
  adRoutes,
  adCampaignRoutes,
  showPermalinkRoutes,
  flashMessageRoutes,
  episodeEditRoutes,
  deletionRoutes,
  userRoutes,
  userPictureRoutes,
  authRoutes,
  accountRoutes,
  accountPageRoutes,
  accountEndRoutes,
  exportRoutes,
  mediaRoutes,
  coverRoutes,
  notePictureRoutes,
  waveformRoutes,
  chapterRoutes,
  transcriptRoutes,
  preflightRoutes,
  uploadRoutes,
  tusRoutes,
  downloadRoutes,
  feedRoutes,
  feedTokenRoutes,
  playbackRoutes,
  importRoutes,
  scheduleRoutes,
  linkRoutes,
  searchRoutes,
  exploreRoutes,
  exploreEditRoutes,
  exploreCareRoutes,
  tagRoutes,
  loaderRoutes,
  continuePageRoutes,
  playerPageRoutes,
  oembedRoutes,
  planRoutes,
  paymentRoutes,
  cardRoutes,
  purchaseRoutes,
  cardFrameRoute,
  webhookRoutes,
  signInRoutes,
  signInFlowRoutes,
  loginPageRoutes,
  signUpPageRoutes,
  linkPageRoutes,
  connectionRoutes,
  pushRoutes,
  shareRoutes,
  siteRoutes,
  demoRoutes,
];

/** What jobs do, by the names of their tasks. */
export const TASKS = collectTasks<FeatureDeps>([
  limitTasks,
  idempotencyTasks,
  mailTasks,
  accountTasks,
  signInTasks,
  episodeTasks,
  feedTasks,
  playbackTasks,
  importTasks,
  searchTasks,
  waveformTasks,
  uploadTasks,
  processingTasks,
  mediaTasks,
  radioTasks,
  adCampaignTasks,
  paymentTasks,
]);

/** The server of a process that only runs jobs: it tells whether it lives. */
export async function createHealthApp(deps: FeatureDeps): Promise<FastifyInstance> {
  const app = await createServer(deps.config);
  await app.register(healthRoutes, deps);
  return app;
}

/** The whole server, ready to listen. */
export async function createApp(deps: FeatureDeps): Promise<FastifyInstance> {
  const app = await createServer(deps.config);
  answerEarly(app, deps.answers);
  settleWrites(app, deps.answers);
  followSettings(app, deps);
  await identifyRequests(app, deps);
  await limitRequests(app, deps);
  authorizeRequests(app, deps);
  repeatRequests(app, deps);
  describeApi(app, {
    config: deps.config,
    cookieName: sessionCookieName(deps.config),
    isOpen: ({ action }) => action === undefined || ruleOf(action).needs === 'anyone',
  });
  await servePublicFiles(app, deps.renderers.publicFolder);
  await serveViewer(app, deps);
  for (const feature of FEATURES) await app.register(feature, deps);
  return app;
}
