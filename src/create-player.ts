import { ADS_CLIENT_KEY } from './ads/client-key.ts';
import type { ApiClientOptions } from './api/api-call.ts';
import { createApiClient, loadRequests } from './api/api-client.ts';
import type { Episode } from './contract/episodes.ts';
import { ADS_TIMEOUT_MS, BEACON_LOOP_MS, PROGRESS_TOUCH_MS } from './contract/limits.ts';
import type { ListeningPlace } from './contract/numbers.ts';
import type { PlaylistFeed } from './contract/playlists.ts';
import { EPISODE_PATH } from './contract/single-paths.ts';
import type { AdOptions, AdWiringOptions, createAds } from './create-ads.ts';
import type { Player } from './engine/player.ts';
import type { PlanAds } from './engine/players/lazy-episode-player.ts';
import { createPlaylistPlayer } from './engine/players/playlist-player.ts';
import { createPositions } from './engine/players/positions.ts';
import { readSettings, rememberSetting } from './engine/players/remembered-volume.ts';
import { playbackUrl, takesToken } from './engine/rules/playback-url.ts';
import { canPlayAudio } from './engine/sound/can-play-audio.ts';
import { createExclusive } from './engine/sound/exclusive.ts';
import { isTouchDevice } from './engine/sound/is-touch-device.ts';
import { createLateSound } from './engine/sound/late-sound.ts';
import { createNoSound } from './engine/sound/no-sound.ts';
import { createLateToken } from './late-token.ts';
import { deviceStorage } from './lib/device-storage.ts';
import { isTrackingRefused } from './lib/do-not-track.ts';
import { namedStorage } from './lib/key-value.ts';
import { createScope } from './lib/scope.ts';

export interface CreatePlayerOptions extends ApiClientOptions {
  /** Host of audio ads. Without it the player requests none. */
  ads?: AdOptions;
  /** The listener refuses to be tracked. Default: the browser's own signals decide. */
  client_dnt?: boolean;
  /**
   * False: no ads are requested or reported, and media hosts get the opt-out from tracking, until `setConsent(true)`.
   * Default: true.
   */
  consent?: boolean;
  /**
   * Reports to the API how much of each episode is heard, without a cookie or an id, unless the listener refuses
   * tracking or `consent` is false: as that of the host's own site, or of an embed. Default: nothing is reported.
   */
  listening?: ListeningPlace | null | undefined;
  /** Sent to media hosts as `referrer`, e.g. the address of the page around a player. */
  referrer?: string;
  /** 0 to 100; default 80. It applies until the listener chooses another volume on this device. */
  volume?: number;
  /**
   * Remembers the listener's queue in this browser: true for the only player of a site. A name separates the queues
   * of several players.
   */
  keepQueue?: boolean | string;
  /** The address of a cover for an episode without one. The system's media controls show it. */
  coverOf?: (episode: Episode) => string | null;
  /** Address of a silent file, for pages whose policy forbids audio from `data:` addresses. */
  silenceUrl?: string;
}

const ignore = () => {};

/**
 * Creates a player that gets its episodes from an Earshot API. It fetches the code of its sound at once, from the
 * location of its own code. It sends no requests until a method needs data, with two exceptions: with an access token
 * it fetches a playback token, and with `ads` it delivers beacons of earlier pages. One player per page is enough,
 * because it plays one sound. Failures do not throw: they set `state` and `error` of the snapshot and fire the event
 * `error`.
 */
export function createPlayer(given: CreatePlayerOptions): Player {
  const options = { ...given };
  const { referrer, silenceUrl, reportMetric, keepQueue } = options;
  const isSupported = canPlayAudio();
  const scope = createScope();
  const api = createApiClient(options);
  const token = createLateToken(api, scope, options);
  token.check();

  let ads: ReturnType<typeof createAds> | null = null;
  const openAds = async () => {
    const file = await import('./create-ads.ts');
    ads ??= file.createAds(options as AdWiringOptions, scope, player);
    return ads;
  };
  /** Null after 3.5 s, including the time to load the file, or after a failure. The episode then plays without ads. */
  const planAds: PlanAds = (episode, signal) =>
    Promise.race([
      openAds().then(({ plan }) => plan(episode, signal)),
      new Promise<null>((resolve) => {
        scope.timeout(() => resolve(null), ADS_TIMEOUT_MS);
      }),
    ]);
  /** Only the API's own ads server can have ads for an episode of the API. */
  const adsOf = (episode: Episode) =>
    !!options.ads &&
    options.consent !== false &&
    (episode.has_ads !== false || options.ads.adsUrl !== options.apiUrl) &&
    planAds;
  const storage = deviceStorage;
  const { volume = options.volume, playbackRate } = readSettings(storage);
  // If ads hosts know this browser, earlier pages may have left beacons, which do not wait for a play.
  if (options.ads && storage.get(ADS_CLIENT_KEY)) {
    scope.timeout(() => void openAds().catch(ignore), BEACON_LOOP_MS);
  }

  let isFollowed = false;
  const player = createPlaylistPlayer({
    loadEpisode: async (stationUrl, signal) => {
      const query = { export: 'episode_segments' };
      const { episode } = await api.get<{ episode: Episode }>(stationUrl, query, signal);
      // The address that has answered, whatever it claims: only episodes of the API get the token.
      return { ...episode, api_url: stationUrl };
    },
    // Without `buildPath`, which would load the table of all addresses.
    episodeUrl: (id) => options.apiUrl + EPISODE_PATH.replace('{episode_id}', String(id)),
    loadPlaylist: (url, signal) => api.get<PlaylistFeed>(url, {}, signal),
    adsOf,
    awaitToken(episode) {
      if (!takesToken(episode)) return null;
      token.check();
      return token.whenReady();
    },
    onAd: (ad, moment) => ads?.onAd(ad, moment),
    resolveUrl(episode, segment) {
      token.check();
      return playbackUrl(episode, segment, {
        token: token.currentFor(episode),
        ...(referrer ? { referrer } : {}),
        client_dnt: options.consent === false || (options.client_dnt ?? isTrackingRefused()),
      });
    },
    createSound: isSupported
      ? createLateSound(async () => {
          const { browserSound } = await import('./engine/sound/browser-sound.ts');
          return browserSound({ renew: token.renewIn });
        })
      : createNoSound,
    ...(isSupported ? { createExclusive } : {}),
    positions: createPositions(storage),
    onPlay(player, offer) {
      if (isFollowed) return;
      isFollowed = true;
      import('./after-play.ts').then(
        ({ followPlay }) => followPlay({ player, options, scope, offer }),
        () => {
          isFollowed = false; // the file did not arrive; the next play retries
        },
      );
    },
    ...(keepQueue
      ? { queueStorage: keepQueue === true ? storage : namedStorage(storage, keepQueue) }
      : {}),
    ...(silenceUrl ? { silenceUrl } : {}),
    ...(volume === undefined ? {} : { volume }),
    ...(isTouchDevice() ? { progressMs: PROGRESS_TOUCH_MS } : {}),
    isSupported,
  });
  if (reportMetric) {
    const since = performance.now();
    void import('./engine/players/playback-metrics.ts').then(({ measurePlayback }) => {
      scope.add(measurePlayback(player, reportMetric, since));
    }, ignore);
  }
  if (playbackRate) player.setPlaybackRate(playbackRate);
  player.on('volumechange', ({ volume }) => rememberSetting(storage, { volume }));
  player.on('ratechange', ({ playbackRate }) => rememberSetting(storage, { playbackRate }));

  return {
    ...player,
    warmUp(target) {
      token.check();
      void loadRequests().catch(ignore);
      player.warmUp(target);
    },
    setConsent(isGiven) {
      options.consent = isGiven;
      if (options.ads)
        void openAds()
          .then(({ consentChanged }) => consentChanged())
          .catch(ignore);
    },
    destroy() {
      player.destroy();
      scope.dispose();
    },
  };
}
