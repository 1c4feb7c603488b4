import { runInThread } from '../../platform/threads/run-in-thread.ts';
import { createTurns } from '../../platform/threads/turns.ts';
import { type Feed, type FeedItem, FeedRefused, type RefusalWords } from './feed.ts';
import type { FeedBytes } from './read-feed.ts';

/** A request to the thread. */
export interface FeedTask extends FeedBytes {
  source: string;
}

/** An answer of the thread: items, and then one of the others. It waits for a reply to each. */
export type FeedReport =
  | { type: 'items'; items: FeedItem[] }
  | { type: 'feed'; feed: Omit<Feed, 'items'> }
  | { type: 'refused'; said: RefusalWords };

const ENTRY = { source: 'features/imports/feed-thread.ts', name: 'feed-thread' };
const HEAP_MB = 1_536; // 50 MB of feed need 600
const SECONDS = 60;
const SECONDS_PER_MB = 10; // a busy machine needs one or two
const MB = 1 << 20;

/** Each needs a processor and much memory. */
const inTurn = createTurns({
  atOnceMax: 1,
  waitingMax: 20,
  busyMessage: 'Too many large feeds are being read right now. Please try again in some minutes.',
});

/**
 * Parses a feed in a separate thread, because a large one takes seconds in which the process would not respond.
 * @throws FeedRefused if it is not a podcast feed, or takes too long or too much memory
 */
export function parseInThread(task: FeedTask, signal?: AbortSignal): Promise<Feed> {
  const items: FeedItem[] = [];
  return inTurn(() =>
    runInThread<FeedReport, Feed>({
      entry: ENTRY,
      data: task,
      heapMb: HEAP_MB,
      seconds: SECONDS + (task.bytes.length / MB) * SECONDS_PER_MB,
      signal,
      refuse: (why) => new FeedRefused(`This feed cannot be read: it takes too much ${why}.`),
      onMessage(report, { resolve, reject, tell }) {
        if (report.type === 'refused') return reject(new FeedRefused(report.said));
        if (report.type === 'feed') return resolve({ ...report.feed, items });
        items.push(...report.items);
        tell('next');
      },
    }),
  );
}
