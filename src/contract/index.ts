export type { AdAudio, AdEvent, AdEvents, AdItem } from './ads.ts';
export type { Login, ProgramToken, Session, Sso, TokenScope } from './auth.ts';
export type { Ban } from './blocks.ts';
export type { AuthoredChapter } from './chapters.ts';
export type { CoverSubject } from './covers.ts';
export type { Dashboard, DashboardMessage, DashboardShow } from './dashboard.ts';
export type { Deletion } from './deletions.ts';
export type { Envelope, ErrorEnvelope, ItemList, Pager, SuccessEnvelope } from './envelope.ts';
export type {
  Chapter,
  Episode,
  EpisodeBrief,
  EpisodeEditFields,
  EpisodeState,
  EpisodeTranscript,
  EpisodeType,
  Segment,
  Visibility,
} from './episodes.ts';
export { AppError, ERRORS, type ErrorReason } from './errors.ts';
export type { CategoryBrief, CountedCategory, ExploreCategory, ExploreList } from './explore.ts';
export type { FeedToken } from './feeds.ts';
export type { RouteParams } from './fill-pattern.ts';
export type { FlashMessage } from './flash-messages.ts';
export { isMarkedUp } from './html.ts';
export { IMAGE_SIZE_DEFAULT, IMAGE_SIZES, type ImageSize, imageUrl, jpegUrl } from './images.ts';
export type { FeedImport, ImportItem } from './imports.ts';
export type { NotesLink } from './links.ts';
export type { MediaFacts } from './media-facts.ts';
export type { InboxEntry, Message } from './messages.ts';
export type { Metric, ReportMetric } from './metrics.ts';
export type {
  AgeComparison,
  CountingMethod,
  CountingWindow,
  EpisodeListening,
  EpisodeNumbers,
  HistoryFigure,
  HistoryHost,
  LatestDownloads,
  ListeningPlace,
  MethodDescription,
  NewHistory,
  NumbersPart,
  NumbersParts,
  ProgramList,
  ShowNumbers,
  ShowTrend,
} from './numbers.ts';
export {
  API_ROUTES,
  buildPath,
  MEDIA_ROUTES,
  MOUNTS,
  matchPath,
  PAGE_ROUTES,
  type PathMatch,
  ROUTES,
  type RouteTable,
  SITE_ROUTES,
  WIDGET_ROUTES,
} from './paths.ts';
export type { PlaylistFeed, PlaylistItem } from './playlists.ts';
export type {
  EpisodeFeedFields,
  FeedText,
  Funding,
  License,
  Person,
  Place,
  PodrollEntry,
  ShowFeedFields,
  Soundbite,
  Trailer,
  TranscriptLink,
} from './podcasting.ts';
export type { PreflightItem, PreflightSeverity } from './preflight.ts';
export { type EpisodeQuote, QUOTE_CHARACTERS_MAX, QUOTE_SECONDS_MAX } from './quotes.ts';
export type { RadioListing } from './radio-directory.ts';
export { ReasonError } from './reason-error.ts';
export type { CalendarItem, Schedule } from './schedules.ts';
export type {
  FoundCategory,
  FoundEpisode,
  FoundShow,
  FoundTag,
  FoundUser,
  Highlight,
  SearchGroup,
  SearchResults,
  SearchSort,
} from './search.ts';
export type { Show, ShowBrief } from './shows.ts';
export type { Connected, SignInProvider } from './sign-in-providers.ts';
export type { Tag } from './tags.ts';
export type { Transcript, TranscriptCue, TranscriptFile } from './transcripts.ts';
export type { Media, MediaState } from './uploads.ts';
export type { OwnUser, PermalinkChoice, User } from './users.ts';
export type { Waveform, WaveformResolution } from './waveforms.ts';
