import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../../src/api/api-client.ts';
import { createPlaybackToken } from '../../src/api/playback-token.ts';
import {
  PLAYBACK_TOKEN_REFRESH_MS,
  PLAYBACK_TOKEN_RENEW_BELOW_MS,
} from '../../src/contract/limits.ts';
import { createKeyValue } from '../../src/lib/key-value.ts';
import { createScope, type Scope } from '../../src/lib/scope.ts';

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

/** Each answer in turn, the last one again and again. */
function setUp(answers: unknown[], storage = map(), owner = 'me') {
  const post = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error) throw next;
    return { sso: next };
  });
  const api = { post } as unknown as ApiClient;
  const token = createPlaybackToken({ api, scope, storage, owner });
  return { token, post, storage };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('createPlaybackToken', () => {
  it('asks POST /v2/auth/sso?grant_type=playback, and holds what sso it answers', async () => {
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

  it('looks every 30 minutes, and renews when less than 1 hour remains', async () => {
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

  it('goes on with the one of this session, and asks for none while it holds', async () => {
    const storage = map();
    setUp([{ token: 'a', expires_at: at(300) }], storage);
    await settle();
    const { token, post } = setUp([new Error('not asked')], storage);
    expect([token.current, post.mock.calls.length]).toEqual(['a', 0]);
  });

  it('is not that of who was signed in before', async () => {
    const storage = map();
    setUp([{ token: 'a', expires_at: at(300) }], storage);
    await settle();
    const { token } = setUp([{ token: 'b', expires_at: at(300) }], storage, 'you');
    expect(token.current).toBeNull();
    await settle();
    expect(token.current).toBe('b');
  });

  it('ends when it says, and not a moment later', async () => {
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
  ])('holds on to what it has after %s, and asks again', async (_, answer) => {
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
  ])('reads an end in %s', async (_, expires_at) => {
    const { token } = setUp([{ token: 'a', expires_at }, new Error('down')]);
    await settle();
    await vi.advanceTimersByTimeAsync(61 * MINUTE - 1);
    expect(token.current).toBe('a');
    await vi.advanceTimersByTimeAsync(1);
    expect(token.current).toBeNull();
  });

  it('lasts from look to look where no end is named', async () => {
    const { token } = setUp([{ token: 'a' }, new Error('down')]);
    await settle();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(token.current).toBe('a');
  });

  it('is kept in memory where storage refuses', async () => {
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

  it.each(['{', '5', 'null', '{"token":1}', '{"token":"a","expires_at":null,"owner":"me"}'])(
    'takes a storage that holds %s for an empty one',
    (text) => {
      const { token } = setUp([new Error('down')], map({ 'earshot.playback_token': text }));
      expect(token.current).toBeNull();
    },
  );

  it('asks once, however many want a new one', async () => {
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

  it('looks no more once its scope has ended', async () => {
    const { post } = setUp([{ token: 'a', expires_at: at(1) }]);
    await settle();
    scope.dispose();
    await vi.advanceTimersByTimeAsync(90 * MINUTE);
    expect([post.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
