// The entry of the thread that writes one large feed.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from 'earshot/contract';
import {
  DatabaseUnavailable,
  translateLoss,
} from '../../platform/database/database-unavailable.ts';
import { openOneConnection } from '../../platform/database/one-connection.ts';
import { compressFeed } from './compress-feed.ts';
import { writeSnapshot } from './feeds.ts';
import type { FeedReport, FeedTask } from './write-in-thread.ts';

const ANSWER_WITHIN_MS = 17_000; // a frozen server would hold the thread, for which others wait

const tell = (report: FeedReport) => parentPort?.postMessage(report);

const { address, config, showId, readers } = workerData as FeedTask;
const { database } = openOneConnection(address, { answerWithinMs: ANSWER_WITHIN_MS });
try {
  for await (const chunk of compressFeed(writeSnapshot({ database, config }, showId, readers))) {
    tell({ type: 'bytes', bytes: new Uint8Array(chunk) }); // a copy, because the chunk is a view of a larger buffer
  }
  tell({ type: 'done' });
} catch (error) {
  const cause = translateLoss(error);
  if (cause instanceof AppError) tell({ type: 'refused', reason: cause.reason });
  else if (cause instanceof DatabaseUnavailable) tell({ type: 'lost', message: cause.message });
  else throw error;
} finally {
  await database.destroy();
}
