import { runInThread } from '../../platform/threads/run-in-thread.ts';
import type { Marked, Placed, Recut } from './place-quote.ts';

/** A quote to place. */
export interface QuoteTask extends Pick<Recut, 'known' | 'areTimesTrue' | 'lastText'> {
  marked: Marked;
}

/** Quotes of one episode, and what it is now. */
export interface QuotesTask extends Pick<Recut, 'fingerprint' | 'cues'> {
  quotes: QuoteTask[];
}

const ENTRY = { source: 'features/quotes/quote-thread.ts', name: 'quote-thread' };
const HEAP_MB = 512;
const SECONDS = 300; // ten quotes of a minute take 18 s in an hour of audio, on one core

/** Places quotes in a separate thread, because each takes up to two seconds in which the process would not respond. */
export function placeInThread(task: QuotesTask, signal?: AbortSignal): Promise<(Placed | null)[]> {
  return runInThread<(Placed | null)[], (Placed | null)[]>({
    entry: ENTRY,
    data: task,
    heapMb: HEAP_MB,
    seconds: SECONDS,
    signal,
    refuse: (why) => new Error(`Placing quotes takes too much ${why}.`),
    onMessage: (places, { resolve }) => resolve(places),
  });
}
