import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';

/** The parts that listeners need. */
export type EventDeps = Pick<FeatureDeps, 'jobs'>;
type Listener = (deps: EventDeps, transaction: Database, userId: number) => Promise<void>;

/** Features that are built on accounts listen, so that accounts need not import them. Each listens once, in its `jobs.ts`. */
function createEvent() {
  const listeners: Listener[] = [];
  return {
    listen(listener: Listener): void {
      listeners.push(listener);
    },
    announce: async (...event: Parameters<Listener>): Promise<void> => {
      for (const listener of listeners) await listener(...event);
    },
  };
}

/** An account ends. Listeners run in the transaction that ends it. The account is still whole then. */
const ending = createEvent();
export const onAccountEnding = ending.listen;
export const announceEnding = ending.announce;

/**
 * The owner of an address takes an account over that was made with it before anybody had confirmed it. Listeners end, in the
 * same transaction, what lets the maker of the account in, who may be a stranger.
 */
const takeover = createEvent();
export const onAccountTakeover = takeover.listen;
export const announceTakeover = takeover.announce;
