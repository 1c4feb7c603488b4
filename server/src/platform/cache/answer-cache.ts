import { AppError } from 'earshot/contract';
import { isLoss } from '../database/database-unavailable.ts';
import type { PublicReads } from '../database/public-reads.ts';
import { type Answer, type Content, toAnswer } from './answer.ts';
import { ANYTHING, createAnswerStores, createKeptValues } from './answer-stores.ts';
import type { ChangeFeed } from './change-feed.ts';
import { createKnownRequests, type KnownRequests } from './known-requests.ts';

export { ANYTHING } from './answer-stores.ts';

/** Names of the data that an answer is made from, e.g. `show:1`. A function that reads a row adds its name. */
export type Sources = Set<string>;

/** The source of an answer that must be made for each request, because making it writes. */
export const NOT_STORED = 'not stored';

const SESSIONS = 'sessions:';

/** True for a change on which no stored answer depends. */
export const isOfSessions = (source: string): boolean => source.startsWith(SESSIONS);

/** The source for the sessions of a user. No answer depends on it, so its changes drop none. */
export const sessionsSource = (userId: number): string => SESSIONS + userId;

export type Make = (sources: Sources) => Promise<Content>;

export interface Lifetime {
  /** How long the answer may be sent. Without it, until one of its sources changes. */
  maxAgeMs?: number | undefined;
  /** True if an error is better than an old answer while the database is lost, as for programs that try again. */
  failsWhenLost?: boolean | undefined;
}

/**
 * Answers that are made once and sent until one of their sources changes. While the database is lost, those of the time
 * before are sent.
 */
export interface AnswerCache {
  /** The stored answer, or undefined. */
  peek(key: string): Answer | undefined;
  /** The stored answer, or a new one. Requests that come while it is being made share it. */
  get(key: string, make: Make, lifetime?: Lifetime): Promise<Answer>;
  /** Makes a public answer that is not worth keeping. It only reads, so a replica may make it. */
  read<Result>(make: () => Promise<Result>): Promise<Result>;
  /** A small value that many answers need. It is read again after an announced change of everything. */
  keep<Value>(name: string, read: () => Promise<Value>): Promise<Value>;
  /** Counts bytes by which an answer has grown. */
  grow(key: string, answer: Answer, bytes: number): void;
  /**
   * Drops the answers of a source that no trigger announces. Other processes keep theirs, so the answers of such a
   * source need a `maxAgeMs`.
   */
  drop(source: string): void;
  /** Resolves once every change that was committed before this call has reached the cache. */
  settle(): Promise<void>;
  /** Requests whose keys are known without parsing their fields. */
  readonly known: KnownRequests;
  readonly bytes: number;
  readonly size: number;
  /** Requests since the start of this process for which the answer was stored, or being made for another request. */
  readonly hits: number;
  /** Requests whose answer had to be made. */
  readonly misses: number;
}

export interface AnswerCacheOptions {
  changes: ChangeFeed;
  /** The replica that makes the answers. Left out or null, the database of everything does. */
  publicReads?: PublicReads | null;
  maxBytes?: number;
  /** True if caches in front of this host take purges, so that they may keep what this cache keeps. */
  hasCdn?: boolean;
}

const MAX_BYTES = 64 << 20;

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { changes, publicReads, maxBytes = MAX_BYTES, hasCdn = false } = options;
  const stores = createAnswerStores(maxBytes);
  const flights = new Map<string, Promise<Answer>>();
  const values = createKeptValues();
  let hits = 0;
  let misses = 0;
  let isLive = false; // nothing is stored while changes could be missed

  function begin(live: boolean): void {
    stores.begin(live);
    values.begin(live);
    isLive = live;
    flights.clear();
  }

  changes.subscribe({
    onUp() {
      publicReads?.onUp();
      begin(true);
    },
    onDown() {
      publicReads?.onDown();
      begin(false);
    },
    onChange(source) {
      if (isOfSessions(source)) return;
      publicReads?.onChange(); // before an answer is made again
      // A request after a change must not share an answer that was begun before it.
      flights.clear();
      if (source !== ANYTHING) stores.drop(source);
      else if (isLive) begin(true);
    },
  });

  function peek(key: string): Answer | undefined {
    const answer = stores.current.get(key);
    if (answer === undefined) return undefined;
    if (answer.staleAt !== undefined && answer.staleAt <= performance.now()) return undefined;
    hits += 1;
    return answer;
  }

  async function fill(key: string, make: Make, lifetime: Lifetime): Promise<Answer> {
    if (lifetime.failsWhenLost) return makeNew(key, make, lifetime);
    try {
      const answer = await makeNew(key, make, lifetime);
      return answer.status === 503 ? (stores.findOld(key) ?? answer) : answer; // a page can describe its error itself
    } catch (error) {
      const old = isLoss(error) ? stores.findOld(key) : undefined;
      if (old) return old;
      throw error;
    }
  }

  async function makeNew(key: string, make: Make, { maxAgeMs }: Lifetime): Promise<Answer> {
    misses += 1;
    const store = stores.current;
    const fill = store.beginFill();
    const sources: Sources = new Set();
    let isEnded = false;
    try {
      const startedAt = performance.now();
      const made = publicReads ? publicReads.run(() => make(sources)) : make(sources);
      const answer = toAnswer(await made);
      const isStorable = sources.size > 0 && !sources.has(NOT_STORED);
      const isKept = isLive && store === stores.current && answer.status === 200 && isStorable;
      const value: Answer = {
        ...answer,
        ...(maxAgeMs === undefined ? {} : { staleAt: startedAt + maxAgeMs }),
        ...(hasCdn && isKept && !isPrivate(answer) ? { shared: { sources, maxAgeMs } } : {}),
      };
      isEnded = true;
      const entry = isKept ? { value, sources, bytes: answer.body.length } : null;
      return store.endFill(fill, key, entry) ? value : withoutShared(value);
    } finally {
      if (!isEnded) store.endFill(fill, key, null);
    }
  }

  return {
    peek,
    get(key, make, lifetime = {}) {
      if (!isLive) return fill(key, make, lifetime);
      const stored = peek(key);
      if (stored) return Promise.resolve(stored);
      const shared = flights.get(key);
      if (shared) {
        hits += 1;
        return shared.catch(ifLimited(() => fill(key, make, lifetime)));
      }
      const flight = fill(key, make, lifetime).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      flights.set(key, flight);
      return flight;
    },
    read: (make) => (publicReads ? publicReads.run(make) : make()),
    keep: values.keep,
    grow: (...grown) => stores.current.grow(...grown),
    drop(source) {
      publicReads?.onChange();
      stores.current.drop(source);
    },
    settle: () => changes.settle(),
    known: createKnownRequests(),
    get bytes() {
      return stores.current.bytes;
    },
    get size() {
      return stores.current.size;
    },
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
  };
}

/** The client that began an answer has sent too many requests. Other clients that wait for it get their own. */
const ifLimited = (makeOwn: () => Promise<Answer>) => (error: unknown) => {
  if (error instanceof AppError && error.reason === 'RATE_LIMITED') return makeOwn();
  throw error;
};

/** True for an answer that shared caches must not keep, such as the player of a private episode. */
const isPrivate = ({ headers }: Answer): boolean =>
  /\b(?:private|no-store)\b/.test(headers['Cache-Control'] ?? '');

/** An answer that may be outdated already is not for other caches either. */
function withoutShared({ shared, ...answer }: Answer): Answer {
  return answer;
}
