import { randomUUID } from 'node:crypto';
import { AppError, buildPath } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import { audioAddress } from '../media/media.ts';
import { positionsOf } from './choose-ads.ts';
import { chooseHeld } from './choose-held.ts';
import { countEvent } from './hearings-repository.ts';
import type { HoldAd } from './hold-ads.ts';
import type { ReadCall } from './read-calls.ts';
import * as repository from './repository.ts';
import { EMPTY_POSITION, type SentAd } from './sent-ad.ts';
import {
  AD_EVENTS,
  type AdEventName,
  type HandedOut,
  hashClient,
  isGenuine,
  signEvents,
} from './sign-events.ts';
import type { Listener } from './vast/fetch-vast.ts';
import { fillPositions } from './vast/fill-positions.ts';

type Deps = Pick<FeatureDeps, 'config' | 'database' | 'answers'>;

/** Players try for three days to deliver a beacon. */
const BEACONS_LAST_S = 4 * 86_400;

export interface AdListener extends Listener {
  /** Null if the browser has no id, or its listener must not be tracked: no cap counts. */
  clientUuid: string | null;
}

const keyOf = ({ answers, database }: Deps) =>
  answers.keep('ad key', () => repository.readKey(database));

/**
 * The ads for an episode, one item for each of its positions up to the last one that has an ad or something to report. The
 * campaigns of this host come first, and its ad server fills what they leave.
 */
export async function chooseFor(
  deps: Deps & { readCall: ReadCall; holdAd: HoldAd },
  episodeId: number,
  listener: AdListener,
): Promise<SentAd[]> {
  const { config, readCall, holdAd } = deps;
  const { clientUuid } = listener;
  const key = await keyOf(deps);
  const client = clientUuid === null ? '' : hashClient(key, clientUuid);
  const { episode, campaigns } = await readCall({ episodeId, client });
  if (!episode) return [];
  const positions = positionsOf(episode);
  if (positions.length === 0) return [];
  const request = randomUUID();
  const chosen = await chooseHeld(positions, campaigns, async ({ campaign_id, daily_cap }) => {
    if (daily_cap === null || client === '') return true;
    return holdAd({ campaign: campaign_id, client, request });
  });
  const call = { key, request, client, isReported: !listener.isTrackingRefused };
  const open = positions.map((position, at) => {
    const campaign = chosen[at];
    return { position, ad: campaign ? toSentAd(campaign, call, config) : null };
  });
  const ads = config.vast
    ? await fillPositions(config.vast, open, { episodeId, listener, siteUrl: config.siteUrl })
    : open.map(({ ad }) => ad ?? EMPTY_POSITION);
  const isMeant = ({ audio, events }: SentAd) => audio !== null || Object.keys(events).length > 0;
  return ads.slice(0, ads.findLastIndex(isMeant) + 1);
}

interface SentCall {
  key: Buffer;
  /** A UUID. */
  request: string;
  /** A keyed hash of the listener's `client_uuid`. */
  client: string;
  isReported: boolean;
}

function toSentAd(
  { campaign_id, daily_cap, sha256, extension, duration }: repository.RunningCampaign,
  { key, request, client, isReported }: SentCall,
  { apiUrl, mediaUrl }: FeatureDeps['config'],
): SentAd {
  const ad = {
    campaign: campaign_id,
    request,
    expires: Math.floor(Date.now() / 1_000) + BEACONS_LAST_S,
    client: daily_cap === null ? '' : client,
  };
  const http_url = audioAddress(sha256, extension, mediaUrl);
  const events = isReported ? eventsOf(key, ad, apiUrl) : {};
  return { audio: { http_url, duration, events }, events: {} };
}

const EVENT_PATHS = new Map(
  AD_EVENTS.map((event) => [event, buildPath(ALL_API_ROUTES, 'ads_event', { event })]),
);

const eventsOf = (key: Buffer, ad: HandedOut, apiUrl: string) =>
  Object.fromEntries(
    signEvents(key, ad).map(([event, query]) => [
      event,
      [{ url: `${apiUrl}${EVENT_PATHS.get(event)}?${query}`, method: 'GET' as const }],
    ]),
  );

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
  await countEvent(deps.database, event, ad);
}
