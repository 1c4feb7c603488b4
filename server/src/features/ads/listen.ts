import { randomUUID } from 'node:crypto';
import { AppError, buildPath } from 'earshot/contract';
import { type AdPosition, ALL_API_ROUTES } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import { audioAddress } from '../media/media.ts';
import { type Candidate, chooseAds, positionsOf } from './choose-ads.ts';
import { countEvent } from './daily-cap-repository.ts';
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

/** Players retry a beacon for three days. */
const BEACONS_LAST_S = 4 * 86_400;

export interface AdListener extends Listener {
  /** Null if the browser has no id, or its listener has opted out of tracking: caps are ignored. */
  clientUuid: string | null;
}

const keyOf = ({ answers, database }: Deps) =>
  answers.keep('ad key', () => repository.readKey(database));

/**
 * The ads for an episode, one item for each of its positions up to the last one with an ad or a report. The campaigns
 * of this host come first, and its ad server fills the rest.
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
 * Counts the event of a beacon once, however often the beacon arrives.
 * @throws AppError FORBIDDEN for a beacon that this server has not issued, or that is too old
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

/**
 * Chooses a campaign for each position and reserves an impression under its cap. If another call has just taken the
 * last one of a campaign, the position gets a campaign that was not chosen yet. That happens once, so a call queries
 * the database at most twice.
 * @param hold reserves an impression of the campaign, and resolves with false if its cap is reached
 */
async function chooseHeld<Campaign extends Candidate>(
  positions: readonly AdPosition[],
  campaigns: readonly Campaign[],
  hold: (campaign: Campaign) => Promise<boolean>,
): Promise<(Campaign | null)[]> {
  const holdAll = (chosen: readonly (Campaign | null)[]) =>
    Promise.all(
      chosen.map(async (campaign) => (campaign && (await hold(campaign)) ? campaign : null)),
    );
  const chosen = chooseAds(positions, campaigns);
  const held = await holdAll(chosen);
  const isLost = (at: number) => chosen[at] !== held[at];
  const lost = positions.filter((_, at) => isLost(at));
  if (lost.length === 0) return held;
  const left = campaigns.filter((campaign) => !chosen.includes(campaign));
  const instead = await holdAll(chooseAds(lost, left));
  return held.map((campaign, at) => (isLost(at) ? (instead.shift() ?? null) : campaign));
}
