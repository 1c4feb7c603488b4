export type { AdAudio, AdEvent, AdEvents, AdItem } from './ads.ts';
export type { Envelope, ErrorEnvelope, ItemList, SuccessEnvelope } from './envelope.ts';
export type { Chapter, Episode, EpisodeType, Segment } from './episodes.ts';
export { AppError, ERRORS, type ErrorReason } from './errors.ts';
export type { RouteParams } from './fill-pattern.ts';
export { IMAGE_SIZE_DEFAULT, IMAGE_SIZES, type ImageSize, imageUrl, jpegUrl } from './images.ts';
export { MEDIA_ROUTES } from './media.ts';
export type { Metric, ReportMetric } from './metrics.ts';
export {
  API_ROUTES,
  buildPath,
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
export { ReasonError } from './reason-error.ts';
export type { Show } from './shows.ts';
export type { User } from './users.ts';
