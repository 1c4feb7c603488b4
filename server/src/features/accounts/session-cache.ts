import { ANYTHING, sessionsSource } from '../../platform/cache/answer-cache.ts';
import { createAnswerStore } from '../../platform/cache/answer-store.ts';
import type { ChangeFeed } from '../../platform/cache/change-feed.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { findByCookie } from './sessions.ts';

interface KnownSession {
  actor: Actor;
  /** Milliseconds since 1970. */
  askAgainAt: number;
}

/** The actor of a session cookie. Null if the session has ended. */
export type FindSession = (secret: string) => Promise<Actor | null>;

const BYTES_MAX = 8 << 20; // about 6,000 sessions
const SESSION_BYTES = 256;
/** Looking a session up also prolongs it and records its use. */
const KNOWN_FOR_MS = 5 * 60_000;

/**
 * Remembers the user of a session cookie until the session ends or the user changes, so that cached pages cost no
 * query. It stores only the hashes of cookies.
 */
export function createKnownSessions(database: Database, changes: ChangeFeed): FindSession {
  const store = createAnswerStore<KnownSession>({ maxBytes: BYTES_MAX });
  let isLive = false; // nothing is remembered while changes could be missed

  function reset(live: boolean): void {
    isLive = live;
    store.clear();
  }

  changes.subscribe({
    onUp: () => reset(true),
    onDown: () => reset(false),
    onChange: (source) => (source === ANYTHING ? store.clear() : store.drop(source)),
  });

  return async function findSession(secret) {
    const key = hashSecret(secret).toString('base64');
    const known = store.get(key);
    if (known && Date.now() < known.askAgainAt) return known.actor;
    const fill = store.beginFill();
    let actor: Actor | null = null;
    try {
      actor = await findByCookie(database, secret);
      return actor;
    } finally {
      store.endFill(fill, key, isLive ? entryOf(actor) : null);
    }
  };
}

function entryOf(actor: Actor | null) {
  if (actor?.userId == null) return null;
  return {
    value: { actor, askAgainAt: Date.now() + KNOWN_FOR_MS },
    sources: new Set([`user:${actor.userId}`, sessionsSource(actor.userId)]),
    bytes: SESSION_BYTES,
  };
}
