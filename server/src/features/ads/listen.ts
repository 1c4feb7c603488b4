import { randomUUID } from 'node:crypto';
import { type AdEvent, AppError, buildPath } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import { audioAddress } from '../media/media.ts';
import { chooseAds, positionsOf } from './choose-ads.ts';
import * as repository from './repository.ts';
import {
  AD_EVENTS,
  type AdEventName,
  type HandedOut,
  hashClient,
  isGenuine,
  signEvent,
} from './sign-events.ts';

type Deps = Pick<FeatureDeps, 'config' | 'database' | 'answers'>;

/** Players try for three days to deliver a beacon. */
const BEACONS_LAST_S = 4 * 86_400;

type Events = Record<string, AdEvent[]>;

/** One item of the answer, as docs/ads.md describes it. */
export interface SentAd {
  audio: { http_url: string; duration: number; events: Events } | null;
  keeps_position?: boolean;
  events: Events;
}

/** An empty position: the next ad does not move up. */
const NOTHING: SentAd = { audio: null, keeps_position: true, events: {} };

const keyOf = ({ answers, database }: Deps) =>
  answers.keep('ad key', () => repository.readKey(database));

/**
 * The ads for an episode, one item for each of its positions up to the last ad.
 * @param clientUuid null for a listener who must not be tracked: no cap counts, and nothing is reported
 */
export async function chooseFor(
  deps: Deps,
  episodeId: number,
  clientUuid: string | null,
): Promise<SentAd[]> {
  const { config, database } = deps;
  const episode = await repository.findPositions(database, episodeId);
  if (!episode) return [];
  const positions = positionsOf(episode);
  if (positions.length === 0) return [];
  const key = await keyOf(deps);
  const client = clientUuid === null ? '' : hashClient(key, clientUuid);
  const running = await repository.listRunning(database, episode.user_id, client);
  const chosen = chooseAds(positions, running);
  const end = chosen.findLastIndex((campaign) => campaign !== null) + 1;
  const request = randomUUID();
  const expires = Math.floor(Date.now() / 1_000) + BEACONS_LAST_S;
  return chosen.slice(0, end).map((campaign) => {
    if (!campaign) return NOTHING;
    const { campaign_id, daily_cap, sha256, extension, duration } = campaign;
    const ad = {
      campaign: campaign_id,
      request,
      expires,
      client: daily_cap === null ? '' : client,
    };
    const http_url = audioAddress(sha256, extension, config.mediaUrl);
    const events = clientUuid === null ? {} : eventsOf(key, ad, config.apiUrl);
    return { audio: { http_url, duration, events }, events: {} };
  });
}

function eventsOf(key: Buffer, ad: HandedOut, apiUrl: string) {
  return Object.fromEntries(
    AD_EVENTS.map((event) => {
      const path = buildPath(ALL_API_ROUTES, 'ads_event', { event });
      const url = `${apiUrl}${path}?${signEvent(key, event, ad)}`;
      return [event, [{ url, method: 'GET' as const }]];
    }),
  );
}

/**
 * Counts an event that a beacon reports, once, however often the beacon arrives.
 * @throws AppError FORBIDDEN for a beacon that this server has not handed out, or that is too old
 */
export async function countBeacon(
  deps: Deps,
  event: AdEventName,
  beacon: HandedOut & { signature: string },
): Promise<void> {
  if (!isGenuine(await keyOf(deps), event, beacon)) throw new AppError('FORBIDDEN');
  const { signature: _, ...ad } = beacon;
  await repository.countEvent(deps.database, event, ad);
}
