import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../../src/api/api-call.ts';
import { createPlaybackToken } from '../../src/api/playback-token.ts';
import {
  PLAYBACK_TOKEN_REFRESH_MS,
  PLAYBACK_TOKEN_RENEW_BELOW_MS,
} from '../../src/contract/limits.ts';
import { createKeyValue } from '../../src/lib/key-value.ts';
import { createScope, type Scope } from '../../src/lib/scope.ts';

const API = 'https://pod.test/api';
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-01T12:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();

let scope: Scope;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  scope = createScope();
});
afterEach(() => {
  scope.dispose();
  vi.useRealTimers();
});

const map = (entries: Record<string, string> = {}) => {
  const held = new Map(Object.entries(entries));
  const set = vi.fn((key: string, value: string) => void held.set(key, value));
  return { get: (key: string) => held.get(key) ?? null, set };
};

/** Gives each answer in turn, and repeats the last one. */
function setUp(answers: unknown[], storage = map(), accessToken: () => string | null = () => 'me') {
  const post = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error) throw next;
    return { sso: next };
  });
  const api = { post } as unknown as ApiClient;
  const token = createPlaybackToken({ api, apiUrl: API, scope, storage, accessToken });
  return { token, post, storage };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('createPlaybackToken', () => {
  it('asks POST /v2/auth/sso?grant_type=playback and holds the token of the answer', async () => {
    const { token, post } = setUp([{ token: 'a', expires_at: at(300) }]);
    expect(token.current).toBeNull();
    await settle();
    expect(token.current).toBe('a');
    expect(post).toHaveBeenCalledExactlyOnceWith(
      '/v2/auth/sso?grant_type=playback',
      {},
      scope.signal,
    );
  });

  it('checks every 30 minutes, and renews if less than 1 hour remains', async () => {
    expect([PLAYBACK_TOKEN_REFRESH_MS, PLAYBACK_TOKEN_RENEW_BELOW_MS]).toEqual([
      30 * MINUTE,
      60 * MINUTE,
    ]);
    const answers = [
      { token: 'a', expires_at: at(91) },
      { token: 'b', expires_at: at(300) },
    ];
    const { token, post } = setUp(answers);
    await settle();
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect([token.current, post.mock.calls.length]).toEqual(['a', 1]);
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect([token.current, post.mock.calls.length]).toEqual(['b', 2]);
  });

  it('takes the valid token of this session from the storage without a request', async () => {
    const storage = map();
    setUp([{ token: 'a', expires_at: at(300) }], storage);
    await settle();
    const { token, post } = setUp([new Error('not asked')], storage);
    expect([token.current, post.mock.calls.length]).toEqual(['a', 0]);
  });

  it('is not the token of the listener who was signed in before', async () => {
    const storage = map();
    setUp([{ token: 'a', expires_at: at(300) }], storage);
    await settle();
    const { token } = setUp([{ token: 'b', expires_at: at(300) }], storage, () => 'you');
    expect(token.current).toBeNull();
    await settle();
    expect(token.current).toBe('b');
  });

  it('follows the listener who signs in, out and in again while it lives', async () => {
    let user: string | null = null;
    const { token, post } = setUp(
      [
        { token: 'a', expires_at: at(300) },
        { token: 'b', expires_at: at(300) },
      ],
      map(),
      () => user,
    );
    await settle();
    expect([token.current, post.mock.calls.length]).toEqual([null, 0]);
    user = 'me';
    token.check();
    await settle();
    expect(token.current).toBe('a');
    user = null;
    expect(token.current).toBeNull();
    user = 'you';
    expect(token.current).toBeNull();
    expect(await token.whenReady()).toBe('b');
    expect(post).toHaveBeenCalledTimes(2);
  });

  it('drops an answer that arrives after its listener has signed out', async () => {
    let user: string | null = 'me';
    const storage = map();
    const { token } = setUp([{ token: 'a', expires_at: at(300) }], storage, () => user);
    user = 'you';
    await settle();
    expect([token.current, storage.set.mock.calls.length]).toEqual([null, 0]);
  });

  it('waits for the first token, and asks only once for it', async () => {
    const { token, post } = setUp([{ token: 'a', expires_at: at(300) }]);
    expect(await Promise.all([token.whenReady(), token.whenReady()])).toEqual(['a', 'a']);
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('keeps no part of the access token in the storage', async () => {
    const storage = map();
    setUp([{ token: 'a', expires_at: at(300) }], storage, () => 'secret-access-token-12345678');
    await settle();
    const [[, text = ''] = []] = storage.set.mock.calls;
    expect(text).not.toMatch(/secret|12345678/);
  });

  it('is valid until its end and not longer', async () => {
    const { token } = setUp([{ token: 'a', expires_at: at(10) }, new Error('down')]);
    await settle();
    await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
    expect(token.current).toBe('a');
    await vi.advanceTimersByTimeAsync(1);
    expect(token.current).toBeNull();
  });

  it.each([
    ['a failure', new Error('down')],
    ['an answer without a token', {}],
    ['an empty token', { token: '', expires_at: at(300) }],
    ['nothing', null],
    ['a text', 'sso'],
  ])('keeps its token after %s, and asks again', async (_, answer) => {
    const { token, post } = setUp([{ token: 'a', expires_at: at(40) }, answer]);
    await settle();
    expect(await token.renew()).toBeNull();
    expect(token.current).toBe('a');
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect([token.current, post.mock.calls.length]).toEqual(['a', 3]);
  });

  it.each([
    ['ISO 8601', at(61)],
    ['seconds since the epoch', (NOW + 61 * MINUTE) / 1000],
  ])('reads an end given as %s', async (_, expires_at) => {
    const { token } = setUp([{ token: 'a', expires_at }, new Error('down')]);
    await settle();
    await vi.advanceTimersByTimeAsync(61 * MINUTE - 1);
    expect(token.current).toBe('a');
    await vi.advanceTimersByTimeAsync(1);
    expect(token.current).toBeNull();
  });

  it('lasts until the next check if the server names no end', async () => {
    const { token } = setUp([{ token: 'a' }, new Error('down')]);
    await settle();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(token.current).toBe('a');
  });

  it('is used on a device whose clock is a day ahead', async () => {
    const { token } = setUp([{ token: 'a', expires_at: at(180 - 24 * 60) }]);
    expect(await token.whenReady()).toBe('a');
    expect(token.current).toBe('a');
  });

  it('is kept in memory if the storage refuses', async () => {
    const refusing = createKeyValue(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const { token } = setUp([{ token: 'a', expires_at: at(300) }], refusing as never);
    await settle();
    expect([token.current, refusing.get('earshot.playback_token')]).toEqual([
      'a',
      expect.stringContaining('"a"'),
    ]);
  });

  it.each(['{', '5', 'null', '{"token":1}', '{"token":"a","expires_at":null,"owner":"682e2aa7"}'])(
    'ignores a storage that holds %s',
    (text) => {
      const { token } = setUp([new Error('down')], map({ 'earshot.playback_token': text }));
      expect(token.current).toBeNull();
    },
  );

  it('sends one request for several callers', async () => {
    const { token, post } = setUp([{ token: 'a', expires_at: at(300) }]);
    await settle();
    const both = await Promise.all([token.renew(), token.renew()]);
    expect([both, post.mock.calls.length]).toEqual([['a', 'a'], 2]);
  });

  it('renews the token of an address, and leaves one without it alone', async () => {
    const { token, post } = setUp([
      { token: 'old', expires_at: at(300) },
      { token: 'new', expires_at: at(600) },
    ]);
    await settle();
    expect(await token.renewIn('https://m.test/a.mp3?x=1')).toBeNull();
    expect(await token.renewIn('no address')).toBeNull();
    expect(post).toHaveBeenCalledTimes(1);
    expect(await token.renewIn('https://m.test/ondemand.mp3?x=1&token=old')).toBe(
      'https://m.test/ondemand.mp3?x=1&token=new',
    );
  });

  it('is given only to episodes of the API', async () => {
    const { token } = setUp([{ token: 'a', expires_at: at(600) }]);
    await settle();
    const given = (api_url: string) => token.currentFor({ api_url });
    expect([`${API}/v2/episodes/1?key=k`, '/episodes/1', ''].map(given)).toEqual(['a', 'a', 'a']);
    const away = [
      'https://cdn.test/api/episodes/1',
      'https://pod.test:1/api/',
      '//cdn.test/',
      'http://[',
    ];
    expect(away.map(given)).toEqual([null, null, null, null]);
  });

  it('does not replace a token that another host has put into its own address', async () => {
    const { token, post } = setUp([{ token: 'old', expires_at: at(600) }]);
    await settle();
    expect(await token.renewIn('https://cdn.test/a.mp3?token=theirs')).toBeNull();
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('stops checking when its scope ends', async () => {
    const { post } = setUp([{ token: 'a', expires_at: at(1) }]);
    await settle();
    scope.dispose();
    await vi.advanceTimersByTimeAsync(90 * MINUTE);
    expect([post.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
