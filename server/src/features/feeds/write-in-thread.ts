import { Readable } from 'node:stream';
import { AppError, type ErrorReason } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import { runInThread } from '../../platform/threads/run-in-thread.ts';
import { createTurns } from '../../platform/threads/turns.ts';
import type { FeedConfig } from './show-to-rss.ts';
import type { Readers } from './write-feed.ts';

/** A request to the thread. */
export interface FeedTask {
  /** The address of the database. */
  address: string;
  config: FeedConfig;
  showId: number;
  readers: Readers;
}

/** An answer of the thread: bytes, and then one of the others. */
export type FeedReport =
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'done' }
  | { type: 'refused'; reason: ErrorReason }
  | { type: 'lost'; message: string };

export interface ThreadDeps extends Pick<FeatureDeps, 'config' | 'databaseAddress'> {
  /** Ends the threads. */
  signal: AbortSignal;
}

const ENTRY = { source: 'features/feeds/feed-writer-thread.ts', name: 'feed-writer-thread' };
const HEAP_MB = 48; // with more, V8 leaves more garbage; 25 episodes with the longest notes take 30
const YOUNG_MB = 12;
const SECONDS = 300; // 10,000 episodes take 4; a busy machine is many times slower

/** Each needs a processor. */
const inTurn = createTurns({
  atOnceMax: 1,
  waitingMax: 50,
  busyMessage: 'Too many large feeds are being made right now. Please try again in a minute.',
});

/** Writes a feed in gzip in a separate thread, because its garbage would swell the heap of the process for minutes. */
export function writeInThread(
  { databaseAddress, config, signal }: ThreadDeps,
  showId: number,
  readers: Readers,
): Readable {
  const { siteUrl, widgetUrl, mediaUrl, productName, websubHub, numbersPrefix } = config;
  const feed = new Readable({ read() {} });
  const work = () =>
    runInThread<FeedReport, void>({
      entry: ENTRY,
      data: {
        address: databaseAddress(),
        config: { siteUrl, widgetUrl, mediaUrl, productName, websubHub, numbersPrefix },
        showId,
        readers,
      } satisfies FeedTask,
      heapMb: HEAP_MB,
      youngMb: YOUNG_MB,
      seconds: SECONDS,
      signal,
      refuse: (why) => new Error(`Writing the feed of show ${showId} takes too much ${why}.`),
      onMessage(report, { resolve, reject }) {
        if (report.type === 'bytes') feed.push(report.bytes);
        else if (report.type === 'done') resolve();
        else if (report.type === 'lost') reject(new DatabaseUnavailable(report.message));
        else reject(new AppError(report.reason));
      },
    });
  inTurn(work).then(
    () => feed.push(null),
    (error) => feed.destroy(error),
  );
  return feed;
}
