import { PLAYBACK_TOKEN_REFRESH_MS, PLAYBACK_TOKEN_RENEW_BELOW_MS } from '../contract/limits.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { KeyValue } from '../lib/key-value.ts';
import type { Scope } from '../lib/scope.ts';
import type { ApiClient } from './api-client.ts';

/** Lets a signed-in listener fetch audio that is not for everyone. */
export interface PlaybackToken {
  /** The token while it holds; null before the first one and for anonymous listeners. */
  readonly current: string | null;
  /** A new one at once; null where none is to be had. Never rejects. */
  renew(): Promise<string | null>;
  /** An address that carries a token, with a new one; null where it carries none, or none is to be had. */
  renewIn(address: string): Promise<string | null>;
}

export interface PlaybackTokenOptions {
  readonly api: ApiClient;
  readonly scope: Scope;
  /** Outlives the page but not the session (spec section 9). */
  readonly storage: KeyValue;
  /** Tells listeners apart who use one session after each other: a token is for whom it was made. */
  readonly owner: string;
  readonly clock?: Clock;
}

interface Stored {
  readonly owner: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

const KEY = 'earshot.playback_token';
/** For a server that names no end: long enough for the next look at it. */
const LIFETIME_MS = 2 * PLAYBACK_TOKEN_RENEW_BELOW_MS;

/** Looks at the token every 30 min, and renews it when it holds for less than an hour (spec section 4). */
export function createPlaybackToken(options: PlaybackTokenOptions): PlaybackToken {
  const { api, scope, storage, owner, clock = systemClock } = options;
  let stored = read(storage.get(KEY), owner);
  let renewal: Promise<string | null> | null = null;

  const timeLeft = () => (stored?.expires_at ?? 0) - clock.now();

  async function fetchToken(): Promise<string | null> {
    const path = '/v2/auth/sso?grant_type=playback';
    const { sso } = await api.post<{ sso: unknown }>(path, {}, scope.signal);
    const fresh = readAnswer(sso, owner, clock.now());
    if (!fresh) return null;
    stored = fresh;
    storage.set(KEY, JSON.stringify(stored));
    return fresh.token;
  }

  /** One request, however many ask. What there is holds on after a failure; the next look asks again. */
  const renew = () => {
    renewal ??= fetchToken()
      .catch(() => null)
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };

  const look = () => {
    if (timeLeft() < PLAYBACK_TOKEN_RENEW_BELOW_MS) void renew();
  };
  look();
  scope.interval(look, PLAYBACK_TOKEN_REFRESH_MS);

  return {
    get current() {
      return stored && timeLeft() > 0 ? stored.token : null;
    },
    renew,
    async renewIn(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      const fresh = url?.searchParams.has('token') ? await renew() : null;
      if (!url || !fresh) return null;
      url.searchParams.set('token', fresh);
      return url.href;
    },
  };
}

function read(text: string | null, owner: string): Stored | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Stored> | null;
    const isWhole = typeof value?.token === 'string' && Number.isFinite(value.expires_at);
    return isWhole && value.owner === owner ? (value as Stored) : null;
  } catch {
    return null;
  }
}

/** `expires_at` is ISO 8601, or seconds since the epoch. */
function readAnswer(sso: unknown, owner: string, now: number): Stored | null {
  const { token, expires_at } = (sso ?? {}) as { token?: unknown; expires_at?: unknown };
  if (typeof token !== 'string' || token === '') return null;
  const end = typeof expires_at === 'number' ? expires_at * 1000 : Date.parse(String(expires_at));
  return { owner, token, expires_at: Number.isNaN(end) ? now + LIFETIME_MS : end };
}
