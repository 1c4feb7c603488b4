import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureDeps, OnAccountEnd } from './feature.ts';
import { accountRoutes } from './features/accounts/account-routes.ts';
import { accountEndRoutes } from './features/accounts/end-routes.ts';
import { identifyRequests } from './features/accounts/identify-requests.ts';
import { accountTasks } from './features/accounts/jobs.ts';
import { accountPageRoutes } from './features/accounts/page-routes.ts';
import { passkeyRoutes } from './features/accounts/passkey-routes.ts';
import { authRoutes } from './features/accounts/routes.ts';
import { sessionCookieName } from './features/accounts/session-cookie.ts';
import { administrationRoutes } from './features/administration/routes.ts';
import { removeCampaigns } from './features/ads/campaigns.ts';
import { adCampaignTasks } from './features/ads/jobs.ts';
import { adRoutes } from './features/ads/listen-routes.ts';
import { adCampaignRoutes } from './features/ads/routes.ts';
import { auditRequests } from './features/audit/audit-requests.ts';
import { auditTasks } from './features/audit/jobs.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { backupTasks } from './features/backups/jobs.ts';
import { removeBlocks } from './features/blocks/blocks.ts';
import { blockRoutes } from './features/blocks/routes.ts';
import { chapterRoutes } from './features/chapters/routes.ts';
import { coverRoutes } from './features/covers/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { deletionRoutes } from './features/deletions/routes.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { doctorTasks } from './features/doctor/jobs.ts';
import { doctorRoutes } from './features/doctor/routes.ts';
import { documentRoutes } from './features/documents/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { embedTryRoutes } from './features/embed-try/routes.ts';
import { bulkRoutes } from './features/episodes/bulk-routes.ts';
import { episodeEditRoutes } from './features/episodes/edit-routes.ts';
import { episodeTasks } from './features/episodes/jobs.ts';
import { episodeRoutes } from './features/episodes/routes.ts';
import { editListsRoutes } from './features/explore/edit-lists-routes.ts';
import { exploreEditRoutes } from './features/explore/edit-routes.ts';
import { exploreRoutes } from './features/explore/routes.ts';
import { keepForArchive } from './features/exports/archive-account.ts';
import { exportTasks } from './features/exports/jobs.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { feedTasks } from './features/feeds/jobs.ts';
import { moveRoutes } from './features/feeds/move-routes.ts';
import { feedRoutes } from './features/feeds/routes.ts';
import { feedTokenRoutes } from './features/feeds/token-routes.ts';
import { flashMessageRoutes } from './features/flash-messages/routes.ts';
import { removeFollows } from './features/follows/follows.ts';
import { followRoutes } from './features/follows/routes.ts';
import { followFormerHosts, followMovedShows } from './features/former-addresses/follow-moves.ts';
import { formerAddressRoutes } from './features/former-addresses/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { followSettings } from './features/host-settings/follow-settings.ts';
import { hostSettingsRoutes } from './features/host-settings/routes.ts';
import { convertRoutes } from './features/imports/convert-routes.ts';
import { importTasks } from './features/imports/jobs.ts';
import { importRoutes } from './features/imports/routes.ts';
import { inboxRoutes } from './features/inbox/routes.ts';
import { removeLikes } from './features/likes/likes.ts';
import { likeRoutes } from './features/likes/routes.ts';
import { linkRoutes } from './features/links/routes.ts';
import { continuePageRoutes } from './features/loader/continue-page.ts';
import { loaderRoutes } from './features/loader/routes.ts';
import { mediaTasks } from './features/media/jobs.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { anonymiseMessages } from './features/messages/messages.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { notePictureRoutes } from './features/note-pictures/routes.ts';
import { keepAudioLog } from './features/numbers/audio-log.ts';
import { badgeRoutes } from './features/numbers/badge-routes.ts';
import { historyRoutes } from './features/numbers/history/history-routes.ts';
import { hostNumbersRoutes } from './features/numbers/host-routes.ts';
import { numbersTasks } from './features/numbers/jobs.ts';
import { keepListeningLog } from './features/numbers/listening-log.ts';
import { listeningRoutes } from './features/numbers/listening-routes.ts';
import { numbersRoutes } from './features/numbers/routes.ts';
import { oembedRoutes } from './features/oembed/routes.ts';
import { cardRoutes } from './features/payments/card-routes.ts';
import { giveUpSubscription } from './features/payments/end-subscription.ts';
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
import { quoteTasks } from './features/quotes/jobs.ts';
import { quoteRoutes } from './features/quotes/routes.ts';
import { radioTasks } from './features/radio/jobs.ts';
import { radioRoutes } from './features/radio/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { scheduleRoutes } from './features/schedules/routes.ts';
import { searchTasks } from './features/search/jobs.ts';
import { searchRoutes } from './features/search/routes.ts';
import { showEditRoutes, showPermalinkRoutes } from './features/shows/edit-routes.ts';
import { showRoutes } from './features/shows/routes.ts';
import { removeShows } from './features/shows/shows.ts';
import { codePageRoutes } from './features/sign-in/code-page-routes.ts';
import { connectionRoutes } from './features/sign-in/connection-routes.ts';
import { signInFlowRoutes } from './features/sign-in/flow-routes.ts';
import { signInTasks } from './features/sign-in/jobs.ts';
import { linkPageRoutes } from './features/sign-in/link-page-routes.ts';
import { loginPageRoutes } from './features/sign-in/login-page-routes.ts';
import { giveAllGrantsBack } from './features/sign-in/provider-grants.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { signUpPageRoutes } from './features/sign-in/sign-up-page-routes.ts';
import { offerPlainPages } from './features/site/plain-pages.ts';
import { siteRoutes } from './features/site/routes.ts';
import { sitemapRoutes } from './features/sitemap/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import { transcriptRoutes } from './features/transcripts/routes.ts';
import { uploadTasks } from './features/uploads/jobs.ts';
import { processingTasks } from './features/uploads/processing-jobs.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { tusRoutes } from './features/uploads/tus-routes.ts';
import { giveUpUploads } from './features/uploads/uploads.ts';
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
import { throttleAudio } from './platform/limits/throttle-audio.ts';
import { mailTasks } from './platform/mail/mail.ts';
import { measureRequests } from './platform/metrics/measure-requests.ts';
import { describeApi } from './platform/openapi/describe-api.ts';
import { serveViewer } from './platform/openapi/viewer.ts';
import type { Renderers } from './platform/renderers.ts';
import { traceRequests } from './platform/traces/trace-requests.ts';

/** The parts of features in the end of an account. The first keeps what the others remove. */
const ACCOUNT_ENDS: readonly OnAccountEnd[] = [
  keepForArchive,
  giveAllGrantsBack,
  removeLikes,
  removeFollows,
  removeBlocks,
  anonymiseMessages,
  giveUpUploads,
  giveUpSubscription,
  removeCampaigns,
  removeShows,
];

interface Part {
  name: string;
  description: string;
  features: readonly Feature[];
}

/** The parts of the API, in the order in which its document shows them, with their features. */
const PARTS: readonly Part[] = [
  {
    name: 'Accounts',
    description: 'Sign up, log in, tokens for programs, and the account itself.',
    features: [
      authRoutes,
      accountRoutes,
      passkeyRoutes,
      accountEndRoutes(ACCOUNT_ENDS),
      userPictureRoutes,
      exportRoutes,
      inboxRoutes,
      flashMessageRoutes,
      playbackRoutes,
    ],
  },
  {
    name: 'Other services',
    description: 'Sign-in, payments and directories of other companies.',
    features: [
      signInRoutes,
      signInFlowRoutes,
      connectionRoutes,
      planRoutes,
      paymentRoutes,
      cardRoutes,
      purchaseRoutes,
      webhookRoutes,
      radioRoutes,
    ],
  },
  {
    name: 'Imports',
    description: 'Bring a podcast from another host, with a preview first.',
    features: [importRoutes, convertRoutes],
  },
  {
    name: 'Media',
    description: 'Uploads of audio, and what becomes of them.',
    features: [uploadRoutes, tusRoutes],
  },
  {
    name: 'Discovery',
    description: 'Search, categories, tags and lists.',
    features: [searchRoutes, exploreRoutes, exploreEditRoutes, tagRoutes],
  },
  {
    name: 'People',
    description: 'Users, likes, follows, fans and blocks.',
    features: [userRoutes, likeRoutes, followRoutes, blockRoutes, deletionRoutes],
  },
  {
    name: 'Episodes',
    description:
      'Episodes with their chapters, transcripts, quotes and messages, from draft to published.',
    features: [
      episodeRoutes,
      episodeEditRoutes,
      bulkRoutes,
      messageRoutes,
      chapterRoutes,
      transcriptRoutes,
      quoteRoutes,
      waveformRoutes,
      preflightRoutes,
      linkRoutes,
      listeningRoutes,
    ],
  },
  {
    name: 'Shows',
    description: 'Shows with their covers, feeds, members, schedules and numbers.',
    features: [
      showRoutes,
      showEditRoutes,
      showPermalinkRoutes,
      moveRoutes,
      memberRoutes,
      feedRoutes,
      feedTokenRoutes,
      scheduleRoutes,
      hostNumbersRoutes,
      numbersRoutes,
      historyRoutes,
      badgeRoutes,
      dashboardRoutes,
    ],
  },
  {
    name: 'Host',
    description: 'This host itself.',
    features: [
      healthRoutes,
      administrationRoutes,
      hostSettingsRoutes,
      reportRoutes,
      auditRoutes,
      doctorRoutes,
      adRoutes,
      adCampaignRoutes,
      editListsRoutes,
    ],
  },
];

/** Features without routes of the API: pages, files, channels. */
const OTHERS: readonly Feature[] = [
  accountPageRoutes,
  mediaRoutes,
  coverRoutes,
  notePictureRoutes,
  downloadRoutes,
  loaderRoutes,
  continuePageRoutes,
  playerPageRoutes,
  embedTryRoutes,
  oembedRoutes,
  formerAddressRoutes,
  cardFrameRoute,
  loginPageRoutes,
  signUpPageRoutes,
  linkPageRoutes,
  codePageRoutes,
  pushRoutes,
  siteRoutes,
  sitemapRoutes,
  documentRoutes,
  demoRoutes,
];

/** The tasks of jobs, by name. */
export const TASKS = collectTasks<FeatureDeps>([
  limitTasks,
  idempotencyTasks,
  mailTasks,
  accountTasks,
  auditTasks,
  backupTasks,
  exportTasks,
  signInTasks,
  episodeTasks,
  feedTasks,
  playbackTasks,
  numbersTasks,
  importTasks,
  searchTasks,
  waveformTasks,
  quoteTasks,
  uploadTasks,
  processingTasks,
  mediaTasks,
  radioTasks,
  adCampaignTasks,
  paymentTasks,
  doctorTasks,
]);

/** The server of a process that only runs jobs: it reports whether the process is alive. */
export async function createHealthApp(deps: FeatureDeps): Promise<FastifyInstance> {
  const app = await createServer(deps.config);
  await app.register(healthRoutes, deps);
  return app;
}

/** Gives Fastify the name of a feature. Otherwise it looks through all loaded modules for each one. */
function named(feature: Feature): Feature {
  return Object.assign(feature, { [Symbol.for('fastify.display-name')]: feature.name });
}

/** The dependencies of the server that only reads: it renders no pages. */
export type ReadingDeps = Omit<FeatureDeps, 'renderers'>;

/** A server that sends shows, episodes, feeds and audio, and nothing else: it tries out a restored backup. */
export async function createReadingApp(given: ReadingDeps): Promise<FastifyInstance> {
  const renderers = new Proxy({} as Renderers, {
    get() {
      throw new Error('This server renders no pages.');
    },
  });
  const deps: FeatureDeps = { ...given, renderers };
  const app = await createServer(deps.config);
  answerEarly(app, deps.answers);
  await identifyRequests(app, deps);
  authorizeRequests(app, deps);
  await throttleAudio(app, deps);
  keepAudioLog(app, deps);
  const features = [showRoutes, episodeRoutes, feedRoutes, mediaRoutes, downloadRoutes];
  for (const feature of features) await app.register(feature, deps);
  return app;
}

/** The whole server, ready to listen. */
export async function createApp(deps: FeatureDeps): Promise<FastifyInstance> {
  const app = await createServer(deps.config);
  if (deps.metrics) measureRequests(app, deps.metrics);
  if (deps.traces) traceRequests(app, deps.traces, deps.config);
  followFormerHosts(app, deps);
  answerEarly(app, deps.answers);
  followMovedShows(app, deps);
  settleWrites(app, deps.answers, { hasReplica: deps.config.databaseReadUrl !== null });
  followSettings(app, deps);
  await identifyRequests(app, deps);
  await limitRequests(app, deps);
  authorizeRequests(app, deps);
  repeatRequests(app, deps);
  auditRequests(app, deps);
  await throttleAudio(app, deps);
  keepAudioLog(app, deps);
  keepListeningLog(app, deps);
  await describeApi(app, {
    tags: PARTS.map(({ name, description }) => ({ name, description })),
    config: deps.config,
    cookieName: sessionCookieName(deps.config),
    isOpen: ({ action }) => action === undefined || ruleOf(action).needs === 'anyone',
    scopeOf: ({ action }) => action && ruleOf(action).scope,
  });
  await servePublicFiles(app, deps.renderers.publicFolder);
  await serveViewer(app, deps);
  offerPlainPages(app, deps);
  for (const { name, features } of PARTS) {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, tags: [name] };
      });
      for (const feature of features) await scope.register(named(feature), deps);
    });
  }
  for (const feature of OTHERS) await app.register(named(feature), deps);
  return app;
}
