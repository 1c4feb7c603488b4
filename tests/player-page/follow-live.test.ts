// @vitest-environment happy-dom
import type { Episode, Player, PlayerSnapshot } from 'earshot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followLive } from '../../player-page/follow-live.ts';

/** The API's answer about the episode; null if it cannot be reached. */
let isOnAir: boolean | null = null;
const asked = vi.fn(async (_url: string) => {
  if (isOnAir === null) throw new TypeError('Failed to fetch');
  return { json: async () => ({ response: { episode: { is_on_air: isOnAir } } }) };
});

beforeEach(() => {
  vi.useFakeTimers();
  isOnAir = null;
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A player, and a server that tests control. */
function follow(fields: Partial<Episode> = {}) {
  let snapshot = { currentId: 7, playing: false, state: 'idle' } as PlayerSnapshot;
  let changed = () => {};
  const be = (more: Partial<PlayerSnapshot>) => {
    snapshot = { ...snapshot, ...more };
    changed();
  };
  const player = {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      changed = listener;
      return () => {};
    },
    play: vi.fn(),
    pause: vi.fn(() => be({ playing: false, state: 'paused' })),
  };
  const sockets: (EventTarget & { sent: string[]; isClosed: boolean })[] = [];
  const connect = () => {
    const socket = Object.assign(new EventTarget(), {
      sent: [] as string[],
      isClosed: false,
      send: (text: string) => void socket.sent.push(text),
      close() {
        socket.isClosed = true;
      },
    });
    sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  const api_url = 'https://pod.example/api/v2/episodes/7';
  const plain = { episode_id: 7, api_url, show_listeners: false, state: 'live', is_on_air: true };
  const episode = { ...plain, ...fields } as Episode;
  const live = { episode, pushUrl: 'wss://any', siteUrl: 'https://pod.example' };
  followLive(player as unknown as Player, live, connect);
  const say = (event: string, data: object = {}) => {
    const text = JSON.stringify({ event, data: JSON.stringify(data) });
    sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: text }));
  };
  const hangUp = (code: number) =>
    sockets.at(-1)?.dispatchEvent(Object.assign(new Event('close'), { code }));
  return { player, sockets, be, say, hangUp };
}

describe('followLive', () => {
  it('is connected while the listener plays the episode, and at no other time', () => {
    const { sockets, be, say } = follow();
    expect(sockets).toEqual([]);
    be({ playing: true, state: 'loading' });
    say('pusher:connection_established');
    say('pusher:ping');
    expect(sockets[0]?.sent.map((text) => JSON.parse(text))).toEqual([
      { event: 'pusher:subscribe', data: { channel: 'episode_7' } },
      { event: 'pusher:pong', data: {} },
    ]);
    be({ playing: false, state: 'paused' });
    expect(sockets[0]?.isClosed).toBe(true);
    be({ playing: true, state: 'playing', currentId: 8 });
    expect(sockets).toHaveLength(1);
  });

  it('counts the listener, without his cookie, if the author shows how many listen', async () => {
    const ask = vi.fn(async (_url: string, _request: RequestInit) => ({
      json: async () => ({ auth: 'key:signature' }),
    }));
    vi.stubGlobal('fetch', ask);
    const { sockets, be, say } = follow({ show_listeners: true });
    be({ playing: true, state: 'loading' });
    say('pusher:connection_established', { socket_id: '1.2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(ask.mock.calls[0]?.[0]).toBe('https://pod.example/pusher/auth');
    const { body, credentials } = ask.mock.calls[0]?.[1] ?? {};
    expect(String(body)).toBe('socket_id=1.2&channel_name=private-listeners_7');
    expect(credentials).toBe('omit');
    expect(JSON.parse(sockets[0]?.sent.at(-1) ?? '')).toEqual({
      event: 'pusher:subscribe',
      data: { channel: 'private-listeners_7', auth: 'key:signature' },
    });

    for (const fields of [{ show_listeners: false }, { show_listeners: true, state: 'private' }]) {
      const other = follow(fields as Partial<Episode>);
      other.be({ playing: true, state: 'loading' });
      other.say('pusher:connection_established', { socket_id: '1.2' });
    }
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('plays again when a stream that has failed goes on air', () => {
    const { player, sockets, be, say } = follow();
    be({ playing: true, state: 'loading' });
    be({ playing: false, state: 'error' });
    expect(sockets[0]?.isClosed).toBe(false);
    say('live', { is_on_air: true });
    expect(player.play).toHaveBeenCalledTimes(1);
  });

  it('tries a stream again that fails just after it has gone on air, less and less often', async () => {
    const { player, be, say } = follow();
    be({ playing: true, state: 'loading' });
    say('live', { is_on_air: true });
    be({ playing: false, state: 'error' });
    expect(player.play).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.play).toHaveBeenCalledTimes(1);
    be({ playing: true, state: 'loading' });
    be({ playing: false, state: 'error' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.play).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.play).toHaveBeenCalledTimes(2);
  });

  it('leaves a stream alone that fails long after it has gone on air, or off it', async () => {
    const { player, be, say } = follow();
    be({ playing: true, state: 'loading' });
    say('live', { is_on_air: true });
    be({ state: 'playing' });
    await vi.advanceTimersByTimeAsync(60_000);
    be({ playing: false, state: 'error' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(player.play).not.toHaveBeenCalled();

    const other = follow();
    other.be({ playing: true, state: 'loading' });
    other.say('live', { is_on_air: true });
    other.say('live', { is_on_air: false });
    other.be({ playing: false, state: 'error' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(other.player.play).not.toHaveBeenCalled();
  });

  it('lets the rest of the stream play at its end, and does not wait for more', () => {
    const { player, be, say } = follow();
    be({ playing: true, state: 'playing' });
    say('live', { is_on_air: false });
    expect(player.pause).not.toHaveBeenCalled();
    be({ state: 'waiting' });
    expect(player.pause).toHaveBeenCalledTimes(1);
  });

  it('ends a stream that repeats itself after its end, unless it is on air again', async () => {
    const { player, be, say } = follow();
    be({ playing: true, state: 'playing' });
    say('live', { is_on_air: false });
    say('live', { is_on_air: true });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(player.pause).not.toHaveBeenCalled();
    say('live', { is_on_air: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.pause).toHaveBeenCalledTimes(1);
  });

  it('comes back after a lost connection, but not if the server sends it away', async () => {
    const { sockets, be, hangUp } = follow();
    be({ playing: true, state: 'playing' });
    hangUp(4200);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sockets).toHaveLength(2);
    hangUp(4001);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sockets).toHaveLength(2);
  });

  it('asks what it has missed each time that it has joined', async () => {
    const { player, be, say, hangUp } = follow({ is_on_air: false });
    be({ playing: true, state: 'loading' });
    be({ playing: false, state: 'error' });
    hangUp(4200);
    isOnAir = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.play).not.toHaveBeenCalled();
    say('pusher_internal:subscription_succeeded');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.mock.calls).toEqual([
      ['https://pod.example/api/v2/episodes/7', expect.anything()],
    ]);
    expect(player.play).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('asks once a minute while it cannot connect, and hears the end so as well', async () => {
    const { player, be, say, hangUp } = follow();
    be({ playing: true, state: 'playing' });
    say('pusher_internal:subscription_succeeded');
    hangUp(4001);
    isOnAir = true;
    await vi.advanceTimersByTimeAsync(60_000);
    isOnAir = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.pause).not.toHaveBeenCalled();
    be({ state: 'waiting' });
    expect(player.pause).toHaveBeenCalledTimes(1);
    asked.mockClear();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).not.toHaveBeenCalled();
  });

  it('does not end a stream whose author has never said that it is on air', async () => {
    isOnAir = false;
    const { player, be, say } = follow({ is_on_air: false });
    be({ playing: true, state: 'playing' });
    say('pusher_internal:subscription_succeeded');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(player.pause).not.toHaveBeenCalled();
  });
});
