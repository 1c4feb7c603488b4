import { isLoss } from '../database/database-unavailable.ts';
import { type Answer, type Content, toAnswer } from './answer.ts';
import { createAnswerStore } from './answer-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { createKnownRequests, type KnownRequests } from './known-requests.ts';

/** Names of the data that an answer is made from, e.g. `show:1`. A function that reads a row adds its name. */
export type Sources = Set<string>;

/** The source of an answer that any change can alter, such as a list of everything. */
export const ANYTHING = 'anything';

/** The source of an answer that must be made for each request, because making it writes. */
export const NOT_STORED = 'not stored';

const SESSIONS = 'sessions:';

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
  maxBytes?: number;
}

const MAX_BYTES = 64 << 20;

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { changes, maxBytes = MAX_BYTES } = options;
  let store = createAnswerStore<Answer>({ maxBytes });
  /** The stored answers and values when the database was lost. Nothing is stored meanwhile. */
  let last: { store: typeof store; kept: typeof kept } | null = null;
  const flights = new Map<string, Promise<Answer>>();
  let kept = new Map<string, Promise<unknown>>();
  let hits = 0;
  let misses = 0;
  let isLive = false; // nothing is stored while changes could be missed

  function begin(live: boolean): void {
    last = live ? null : { store, kept };
    isLive = live;
    flights.clear();
    kept = new Map();
    store = createAnswerStore<Answer>({ maxBytes });
  }

  changes.subscribe({
    onUp: () => begin(true),
    onDown: () => begin(false),
    onChange(source) {
      if (source.startsWith(SESSIONS)) return;
      // A request after a change must not share an answer that was begun before it.
      flights.clear();
      if (source === ANYTHING) {
        kept.clear();
        return store.clear();
      }
      store.drop(source);
      store.drop(ANYTHING);
    },
  });

  function peek(key: string): Answer | undefined {
    const answer = store.get(key);
    if (answer === undefined) return undefined;
    if (answer.staleAt !== undefined && answer.staleAt <= performance.now()) return undefined;
    hits += 1;
    return answer;
  }

  async function fill(key: string, make: Make, lifetime: Lifetime): Promise<Answer> {
    try {
      return await makeNew(key, make, lifetime);
    } catch (error) {
      const old = lifetime.failsWhenLost ? undefined : (last?.store ?? store).get(key);
      if (old && isLoss(error)) return old;
      throw error;
    }
  }

  async function makeNew(key: string, make: Make, { maxAgeMs }: Lifetime): Promise<Answer> {
    misses += 1;
    const begunIn = store;
    const fill = begunIn.beginFill();
    const sources: Sources = new Set();
    let answer: Answer | null = null;
    try {
      const startedAt = performance.now();
      answer = toAnswer(await make(sources));
      if (maxAgeMs !== undefined) answer = { ...answer, staleAt: startedAt + maxAgeMs };
      return answer;
    } finally {
      const isStorable = sources.size > 0 && !sources.has(NOT_STORED);
      const isKept = isLive && answer?.status === 200 && isStorable;
      const entry = isKept && answer && { value: answer, sources, bytes: answer.body.length };
      begunIn.endFill(fill, key, entry || null);
    }
  }

  async function readOrKeep<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const old = last?.kept.get(name) as Promise<Value> | undefined;
    try {
      return await read();
    } catch (error) {
      if (old && isLoss(error)) return old;
      throw error;
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
        return shared;
      }
      const flight = fill(key, make, lifetime).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      flights.set(key, flight);
      return flight;
    },
    keep<Value>(name: string, read: () => Promise<Value>) {
      if (!isLive) return readOrKeep(name, read);
      const known = kept.get(name) as Promise<Value> | undefined;
      if (known) return known;
      const value = read();
      kept.set(name, value);
      value.catch(() => kept.get(name) === value && kept.delete(name));
      return value;
    },
    grow: (...grown) => store.grow(...grown),
    drop: (source) => store.drop(source),
    settle: () => changes.settle(),
    known: createKnownRequests(),
    get bytes() {
      return store.bytes;
    },
    get size() {
      return store.size;
    },
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
  };
}
