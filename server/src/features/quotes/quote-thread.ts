// The entry of the thread that places the quotes of one episode.
import { parentPort, workerData } from 'node:worker_threads';
import type { QuotesTask } from './place-in-thread.ts';
import { placeQuote } from './place-quote.ts';

const { quotes, ...present } = workerData as QuotesTask;
parentPort?.postMessage(
  quotes.map(({ marked, ...quote }) => placeQuote(marked, { ...present, ...quote })),
);
