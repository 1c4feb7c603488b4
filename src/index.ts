export type { AdSource, AdSourceOptions } from './ads/ad-source.ts';
export type { AdEventName, AdTracker, AdTrackerOptions } from './ads/ad-tracker.ts';
export type { ApiCall, ApiClient, ApiClientOptions, ApiPayload } from './api/api-call.ts';
export { createApiClient } from './api/api-client.ts';
export { ApiError } from './api/api-error.ts';
export type { Beacon } from './beacons/beacon.ts';
export type { BeaconQueue, BeaconQueueOptions } from './beacons/beacon-queue.ts';
export type {
  AdItem,
  Chapter,
  Episode,
  EpisodeType,
  ErrorReason,
  ListeningPlace,
  Metric,
  PlaylistFeed,
  PlaylistItem,
  ReportMetric,
  Segment,
  Show,
  User,
} from './contract/index.ts';
export { ReasonError } from './contract/reason-error.ts';
export type { AdOptions } from './create-ads.ts';
export { type CreatePlayerOptions, createPlayer } from './create-player.ts';
export type {
  ListPlace,
  Player,
  PlayerEvents,
  PlayerSnapshot,
  PlayerStatus,
  PlayFailure,
  PlayTarget,
  QueueItem,
  SleepChoice,
  SleepTimer,
} from './engine/player.ts';
export { listeningProgress } from './engine/players/listening-progress.ts';
export { PlayError } from './engine/players/play-wishes.ts';
export type { EpisodeProgress, Progress } from './engine/players/progress.ts';
export { type ButtonFace, buttonFace } from './engine/rules/button-face.ts';
export { IDLE_SNAPSHOT, snapshotOf } from './engine/rules/snapshot.ts';
export { roundSpeed, SPEED_PRESETS, stepSpeed } from './engine/rules/speed.ts';
export { canAutoplay } from './engine/sound/can-autoplay.ts';
export type { Scope } from './lib/scope.ts';
export type { ReadonlyStore } from './lib/store.ts';
export { openAdSource, openAdTracker, openBeaconQueue } from './on-demand.ts';
