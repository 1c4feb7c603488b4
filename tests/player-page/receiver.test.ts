// @vitest-environment happy-dom
import type { Player } from 'earshot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectHost } from '../../player-page/receiver.ts';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';

const host = { postMessage: vi.fn<(message: string, origin: string) => void>() };
Object.defineProperty(window, 'parent', { value: host, configurable: true });

beforeEach(() => host.postMessage.mockClear());

function connect(snapshot = {}) {
  const player = fakePlayer(snapshot);
  connectHost(player as Player, 'https://site.test/api');
  return player;
}

function send(message: Record<string, unknown>, source: unknown = host): void {
  const data = JSON.stringify({ context: 'player.js', version: '0.0.11', ...message });
  window.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { source }));
}

const told = () => host.postMessage.mock.calls.map(([message]) => JSON.parse(message));

describe('connectHost', () => {
  it('says ready with its own address, its events and its methods', () => {
    connect();
    expect(told()[0]).toMatchObject({
      context: 'player.js',
      version: '0.0.11',
      event: 'ready',
      value: {
        src: location.href,
        events: expect.arrayContaining(['timeupdate', 'ended']),
        methods: expect.arrayContaining(['play', 'getLoop']),
      },
    });
  });

  it.each([
    ['play', undefined, 'play', []],
    ['pause', undefined, 'pause', []],
    ['mute', undefined, 'setMuted', [true]],
    ['unmute', undefined, 'setMuted', [false]],
    ['setVolume', 30, 'setVolume', [30]],
    ['setCurrentTime', '12.5', 'seek', [12.5]],
    ['setLoop', true, 'setLoop', [true]],
    ['next', undefined, 'next', []],
    ['prev', undefined, 'previous', []],
  ] as const)('does what %s asks for', (method, value, name, args) => {
    const player = connect();
    send({ method, value });
    expect(player[name]).toHaveBeenCalledOnce();
    expect(player[name].mock.calls[0]?.slice(0, args.length)).toEqual(args);
  });

  it.each([
    ['getPaused', true],
    ['getMuted', false],
    ['getVolume', 80],
    ['getDuration', 200],
    ['getCurrentTime', 42],
    ['getLoop', false],
  ])('answers %s to whoever asked', (method, value) => {
    connect({ volume: 80, duration: 200, currentTime: 42 });
    send({ method, listener: 'a1' });
    expect(told().at(-1)).toMatchObject({ event: method, value, listener: 'a1' });
  });

  it('tells events only to those who asked for them, until they ask no more', () => {
    const player = connect();
    host.postMessage.mockClear();
    player.emit('ended', undefined);
    send({ method: 'addEventListener', value: 'ended', listener: 'e1' });
    player.emit('ended', undefined);
    send({ method: 'removeEventListener', value: 'ended', listener: 'e1' });
    player.emit('ended', undefined);
    expect(told()).toEqual([
      { context: 'player.js', version: '0.0.11', event: 'ended', listener: 'e1' },
    ]);
  });

  it('tells the time four times a second at most', () => {
    const player = connect();
    send({ method: 'addEventListener', value: 'timeupdate', listener: 't1' });
    host.postMessage.mockClear();
    for (let at = 0; at < 1; at += 0.04)
      player.emit('timeupdate', { currentTime: at, duration: 9 });
    expect(told().length).toBeLessThanOrEqual(4);
    expect(told()[0]).toMatchObject({ event: 'timeupdate', value: { seconds: 0, duration: 9 } });
  });

  it('loads another episode by its resource, and nothing that is not one', () => {
    const player = connect();
    send({ method: 'load', value: 'https://elsewhere.test/1' });
    send({ method: 'load', value: 'episode_id=7' });
    expect(player.load).toHaveBeenCalledExactlyOnceWith(
      { episode_id: 7, station_url: 'https://site.test/api/v2/episodes/7' },
      { autoplay: false },
    );
  });

  it('names the new episode', () => {
    const player = connect();
    send({ method: 'addEventListener', value: 'episodechange', listener: 'c' });
    player.emit('episodechange', { episode: fakeEpisode() });
    expect(told().at(-1).value).toEqual({ episode_id: 1, title: 'Letters from the lighthouse' });
  });

  it.each([
    ['another window', { method: 'play' }, {}],
    ['another protocol', { method: 'play', context: 'other' }, host],
    ['an unknown method', { method: 'destroy' }, host],
    ['a time that is none', { method: 'setCurrentTime', value: 'soon' }, host],
  ])('ignores %s', (_, message, source) => {
    const player = connect();
    send(message, source);
    for (const name of ['play', 'destroy', 'seek'] as const) {
      expect(player[name]).not.toHaveBeenCalled();
    }
  });
});
