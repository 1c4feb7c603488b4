import DataLoader from 'dataloader';
import type { Database } from '../../platform/database/database.ts';
import { listUsedUp } from './daily-cap-repository.ts';
import * as repository from './repository.ts';

/** The client and the episode of an ads call. */
export interface Call {
  episodeId: number;
  /** A keyed hash of the listener's `client_uuid`. Empty without one. */
  client: string;
}

/** Data for an ads call. */
export interface CallFacts {
  /** The positions of a public episode. Null if there is none. */
  episode: repository.EpisodePositions | null;
  /** The campaigns that run now in the shows of its author, without those whose cap for the listener is reached. */
  campaigns: readonly repository.RunningCampaign[];
}

export type ReadCall = (call: Call) => Promise<CallFacts>;

const NOTHING: CallFacts = { episode: null, campaigns: [] };

/**
 * Reads for the ads calls of one process. Calls that the sockets receive in one turn of the event loop share three
 * queries, so that many calls cost the database hardly more than one. Nothing is cached: a query begins after its
 * calls, so each call sees everything that was committed before it.
 */
export function createCallReader(database: Database): ReadCall {
  const loader = new DataLoader<Call, CallFacts>((calls) => readCalls(database, calls), {
    cache: false,
    batchScheduleFn: setImmediate,
  });
  return (call) => loader.load(call);
}

async function readCalls(database: Database, calls: readonly Call[]): Promise<CallFacts[]> {
  const episodeIds = unique(calls.map(({ episodeId }) => episodeId));
  const clients = unique(calls.map(({ client }) => client)).filter((client) => client !== '');
  const [episodes, running, usedUp] = await Promise.all([
    repository.listPositions(database, episodeIds),
    repository.listRunning(database, episodeIds),
    clients.length > 0 ? listUsedUp(database, clients) : [],
  ]);
  const byId = new Map(episodes.map((episode) => [episode.episode_id, episode]));
  const usedUpFor = new Set(usedUp.map(({ client, campaign_id }) => `${campaign_id} ${client}`));

  return calls.map(({ episodeId, client }) => {
    const episode = byId.get(episodeId);
    if (!episode) return NOTHING;
    const campaigns = running.filter(
      ({ campaign_id, user_id }) =>
        (user_id === null || user_id === episode.user_id) &&
        !usedUpFor.has(`${campaign_id} ${client}`),
    );
    return { episode, campaigns };
  });
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
