/**
 * Exports that only the site, the server and the player page of this repository share. The published
 * package cannot import it: only the private condition `earshot-source` finds it. It changes without notice.
 */

export { isTrackingRefused } from './ads/do-not-track.ts';
export { AD_API_ROUTES, type AdCampaign, type AdPosition } from './contract/ad-campaigns.ts';
export type {
  ADMIN_PAGE_ROUTES,
  HostAccount,
  HostJob,
  HostList,
  HostListItem,
  HostNotice,
  HostSettings,
  HostStorage,
} from './contract/administration.ts';
export { CATEGORIES, type Category, findCategory } from './contract/categories.ts';
export { type CoverSubject, generatedCoverPath, NO_LETTERS } from './contract/covers.ts';
export type { EpisodeBrief } from './contract/episodes.ts';
export {
  FLASH_COOKIE,
  FLASH_COOKIE_LIFETIME_S,
  FLASH_REFRESH_MS,
  isCookieDomain,
} from './contract/flash-messages.ts';
export { escapeHtml, htmlText, inlineJson } from './contract/html.ts';
export * from './contract/limits.ts';
export {
  ALL_API_ROUTES,
  OWN_API_ROUTES,
  OWN_PAGE_ROUTES,
  OWN_SITE_ROUTES,
} from './contract/own-paths.ts';
export type {
  Billing,
  BillingDetails,
  CardFrameReply,
  CardFrameRequest,
  PaymentCard,
  PaymentIntent,
  PLAN_PAGE_ROUTES,
  Plan,
  PlanFeature,
  Proration,
  Purchase,
  Subscription,
  SubscriptionStatus,
  UploadLimits,
} from './contract/payments.ts';
export { PLAN_API_ROUTES } from './contract/payments.ts';
export type {
  InvalidResource,
  PlayerPageData,
  PlayerPageRenderer,
} from './contract/player-page.ts';
export { PUSH_ROUTES } from './contract/push.ts';
export {
  type HostReport,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
} from './contract/reports.ts';
export type { ShowBrief } from './contract/shows.ts';
export {
  type AccountConnection,
  CONNECTION_API_ROUTES,
  type Connected,
  type ConnectResult,
  type ConnectTokens,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from './contract/sign-in-providers.ts';
export type {
  HeadTag,
  HostTextName,
  Mark,
  NewComment,
  PageLoad,
  RefusedForm,
  SHORT_WAY_ROUTES,
  SiteAssets,
  SiteComments,
  SiteConfig,
  SiteData,
  SiteEpisode,
  SiteEpisodeList,
  SiteEpisodeQuery,
  SiteList,
  SitePageRequest,
  SiteRenderer,
  SiteSeason,
  SiteTranscript,
  SiteUser,
} from './contract/site.ts';
export type {
  BulkAction,
  BulkResult,
  STUDIO_PAGE_ROUTES,
} from './contract/studio.ts';
export type { TemplateAnswer, TemplateName } from './contract/templates.ts';
export type { TranscriptCue, TranscriptWords } from './contract/transcripts.ts';
export type { ContinueRequest, ContinueTexts, Run } from './embed/continue-protocol.ts';
export { chosenOptions, initialChoice } from './embed/embed-choice.ts';
export { decodeMethod, encodeEvent, type MethodMessage } from './embed/frame-protocol.ts';
export { colorScheme, OPTION_TABLE, type OptionGroup } from './embed/option-table.ts';
export { notUnderstood } from './embed/options.ts';
export { readTime, type TimeRange, timeOfAddress, timeRange } from './embed/time-range.ts';
export { withTime } from './embed/with-time.ts';
export { bytesInWords } from './i18n/bytes-in-words.ts';
export { CARD_BRANDS } from './i18n/card-brands.ts';
export { formatDate } from './i18n/date.ts';
export { directionOf } from './i18n/direction.ts';
export { listLanguages } from './i18n/language-names.ts';
export {
  type Language,
  loadAllMessages,
  loadMessages,
  resolveLanguage,
} from './i18n/languages.ts';
export type {
  ErrorPageMessages,
  LanguageMessages,
  Message,
  Messages,
  SiteMessageKey,
  SiteMessages,
} from './i18n/messages.ts';
export { priceInWords } from './i18n/price-in-words.ts';
export { isoDuration, spokenTime } from './i18n/time.ts';
export { linkTimes } from './lib/link-times.ts';
export { addressAfterLogin, HOME, ownAddress } from './lib/own-address.ts';
export { createScope, type Scope } from './lib/scope.ts';
export { createStore, type ReadonlyStore, type Store } from './lib/store.ts';
export {
  type SubscribeApp,
  type SubscribeLink,
  subscribeLinks,
} from './lib/subscribe-links.ts';
export { trustedHtml, trustedJson, trustedScript } from './lib/trusted.ts';
export { accentStyle, artworkStyle } from './react/accent.ts';
export { errorKey } from './react/error-key.ts';
export { GROUND_COLOURS } from './react/ground-colours.ts';
export { isForPlayer } from './react/is-for-player.ts';
export { Menu, type MenuProps } from './react/menu.tsx';
export * from './react/more-icons.ts';
export { NetworkIcon, type NetworkName } from './react/network-icons.tsx';
export { loadPanelList } from './react/panel-list.ts';
export { putBeside } from './react/place-beside.ts';
export { PlayerContextProvider, type PlayerContextValue } from './react/player-context.tsx';
export { PlayerMenu } from './react/player-menu.tsx';
export { PlayerPanel } from './react/player-panel.tsx';
export { Popover, type PopoverProps } from './react/popover.tsx';
export type { QueueChoice } from './react/queue-choice.ts';
export { RowOptions } from './react/row-options.tsx';
export { seekFraction } from './react/seek-geometry.ts';
export { type PlaceTooltip, startTooltips } from './react/tooltips.ts';
export { UpNext } from './react/up-next.tsx';
