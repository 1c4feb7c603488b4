import type { Episode } from '../contract/episodes.ts';
import { PLAYBACK_TOKEN_REFRESH_MS, PLAYBACK_TOKEN_RENEW_BELOW_MS } from '../contract/limits.ts';
import { SSO_PATH } from '../contract/single-paths.ts';
import type { Clock } from '../lib/clock.ts';
import type { KeyValue } from '../lib/key-value.ts';
import type { Scope } from '../lib/scope.ts';
import type { ApiClient } from './api-call.ts';
import { hashText } from './hash-text.ts';

/** Lets a signed-in listener fetch restricted audio. */
export interface PlaybackToken {
  /** The valid token of the signed-in listener. Null for anonymous listeners and before it arrives. */
  readonly current: string | null;
  /** The same for an episode of the API. Lists, and buttons in show notes, may name episodes on other hosts. */
  currentFor(episode: Pick<Episode, 'api_url'>): string | null;
  /** Fetches a token if the listener has signed in since, or if the token expires soon. */
  check(): void;
  /** The current token, or the pending one. Null if there is no token. Never rejects. */
  whenReady(): Promise<string | null>;
  /** Fetches a new token. Null if that fails. Never rejects. */
  renew(): Promise<string | null>;
  /** The address with a new token. Null if the address carries no playback token, or if there is no new one. */
  renewIn(address: string): Promise<string | null>;
}

export interface PlaybackTokenOptions {
  readonly api: ApiClient;
  /** Base address of the API. */
  readonly apiUrl: string;
  readonly scope: Scope;
  /** Survives the page, but not the session. */
  readonly storage: KeyValue;
  /** The current access token. Null while signed out. */
  readonly accessToken: () => string | null;
  readonly clock?: Clock;
}

interface Stored {
  readonly owner: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}

interface Renewal {
  readonly owner: string;
  readonly token: Promise<string | null>;
}

const KEY = 'earshot.playback_token';
/** Used if the server sends no expiry, or if this device's clock is past it: the token lasts until the next check. */
const LIFETIME_MS = 2 * PLAYBACK_TOKEN_RENEW_BELOW_MS;

/** Checks the token every 30 minutes, and renews it when less than an hour remains. */
export function createPlaybackToken(options: PlaybackTokenOptions): PlaybackToken {
  const { api, apiUrl, scope, storage, accessToken, clock = Date } = options;
  let stored: Stored | null = null;
  /** Other hosts may have a `token` in their own addresses, which is not replaced. */
  const own = new Set<string>();
  let renewal: Renewal | null = null;

  /** Identifies the listener in the storage, which must not hold the access token itself. */
  const owner = () => {
    const token = accessToken();
    return token ? hashText(token) : null;
  };
  const read = (): Stored | null => {
    const me = owner();
    if (stored?.owner !== me) keep(me ? readStored(storage.get(KEY), me) : null);
    return stored;
  };
  const keep = (next: Stored | null) => {
    stored = next;
    if (next) own.add(next.token);
  };
  const timeLeft = () => (read()?.expires_at ?? 0) - clock.now();
  const current = () => (timeLeft() > 0 ? (read()?.token ?? null) : null);

  async function fetchToken(me: string): Promise<string | null> {
    const path = `${SSO_PATH}?grant_type=playback`;
    const { sso } = await api.post<{ sso: unknown }>(path, {}, scope.signal);
    const fresh = readAnswer(sso, me, clock.now());
    if (!fresh || owner() !== me) return null; // signed out while waiting
    keep(fresh);
    storage.set(KEY, JSON.stringify(fresh));
    return fresh.token;
  }

  /** Callers share one request. After a failure the old token stays, and the next check retries. */
  const renew = (): Promise<string | null> => {
    const me = owner();
    if (!me) return Promise.resolve(null);
    if (renewal?.owner === me) return renewal.token;
    const token = fetchToken(me)
      .catch(() => null)
      .finally(() => {
        if (renewal === mine) renewal = null;
      });
    const mine: Renewal = { owner: me, token };
    renewal = mine;
    return token;
  };

  const check = () => {
    if (timeLeft() < PLAYBACK_TOKEN_RENEW_BELOW_MS) void renew();
  };
  check();
  scope.interval(check, PLAYBACK_TOKEN_REFRESH_MS);

  return {
    get current() {
      return current();
    },
    currentFor: ({ api_url }) => (hostOf(api_url, apiUrl) === hostOf(apiUrl) ? current() : null),
    check,
    whenReady: async () => current() ?? (await renew()),
    renew,
    async renewIn(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      const fresh = own.has(url?.searchParams.get('token') ?? '') ? await renew() : null;
      if (!url || !fresh) return null;
      url.searchParams.set('token', fresh);
      return url.href;
    },
  };
}

const hostOf = (address: string, base?: string) =>
  URL.canParse(address, base) ? new URL(address, base).host : null;

function readStored(text: string | null, owner: string): Stored | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Stored> | null;
    const isComplete = typeof value?.token === 'string' && Number.isFinite(value.expires_at);
    return isComplete && value.owner === owner ? (value as Stored) : null;
  } catch {
    return null;
  }
}

/** `expires_at` is ISO 8601, or seconds since the epoch. */
function readAnswer(sso: unknown, owner: string, now: number): Stored | null {
  const { token, expires_at } = (sso ?? {}) as { token?: unknown; expires_at?: unknown };
  if (typeof token !== 'string' || token === '') return null;
  const end = typeof expires_at === 'number' ? expires_at * 1000 : Date.parse(String(expires_at));
  return { owner, token, expires_at: end > now ? end : now + LIFETIME_MS };
}
