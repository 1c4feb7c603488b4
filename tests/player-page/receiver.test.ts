// @vitest-environment happy-dom
import type { Player } from 'earshot';
import { EVENTS, METHODS } from 'earshot/embed';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
// The receiver loads this file on demand, which on a busy machine takes longer than a test waits.
import '../../player-page/autoplay.ts';
import '../../player-page/text-tracks.ts';
import { connectHost } from '../../player-page/receiver.ts';
import { wanted } from '../../player-page/wanted.ts';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { PROPERTY_RUNS } from '../helpers/property-runs.ts';

const host = { postMessage: vi.fn<(message: string, origin: string) => void>() };
Object.defineProperty(window, 'parent', { value: host, configurable: true });

// A page has one receiver, but each test creates one.
const listening = vi.spyOn(window, 'addEventListener');
beforeEach(() => {
  for (const [type, listener] of listening.mock.calls) window.removeEventListener(type, listener);
  listening.mockClear();
  host.postMessage.mockClear();
});

function connect(snapshot = {}) {
  const player = fakePlayer(snapshot);
  connectHost(player as Player);
  return player;
}

function send(message: Record<string, unknown>, source: unknown = host): void {
  const data = JSON.stringify({ context: 'player.js', version: '0.0.11', ...message });
  window.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { source }));
}

function listen(event: string, listener = 'a1'): void {
  host.postMessage.mockClear();
  send({ method: 'addEventListener', value: event, listener });
}

const told = () => host.postMessage.mock.calls.map(([message]) => JSON.parse(message));

describe('connectHost', () => {
  it('sends ready with its address, its events and its methods', () => {
    connect();
    expect(told()[0]).toMatchObject({
      context: 'player.js',
      version: '0.0.11',
      event: 'ready',
      value: {
        src: location.href,
        events: expect.arrayContaining(['timeupdate', 'ended']),
        methods: expect.arrayContaining(['play', 'getLoop']),
        confirms: true,
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
    ['setPlaybackRate', 1.5, 'setPlaybackRate', [1.5]],
    ['next', undefined, 'next', []],
    ['prev', undefined, 'prev', []],
  ] as const)('performs %s', (method, value, name, args) => {
    const player = connect();
    send({ method, value });
    expect(player[name]).toHaveBeenCalledOnce();
    expect(player[name].mock.calls[0]?.slice(0, args.length)).toEqual(args);
  });

  it('ends an autoplay that has not begun by a pause', () => {
    wanted.isSilent = false;
    connect();
    send({ method: 'pause' });
    expect(wanted.isSilent).toBe(true);
  });

  it.each([
    ['getPaused', true],
    ['getMuted', false],
    ['getVolume', 80],
    ['getDuration', 200],
    ['getCurrentTime', 42],
    ['getLoop', false],
    ['getPlaybackRate', 1],
  ])('answers %s to the listener that asked', (method, value) => {
    connect({ volume: 80, duration: 200, currentTime: 42 });
    send({ method, listener: 'a1' });
    expect(told().at(-1)).toMatchObject({ event: method, value, listener: 'a1' });
  });

  it('answers the volume that the sound had before it was muted', () => {
    const volume = () => {
      send({ method: 'getVolume', listener: 'a1' });
      return told().at(-1)?.value;
    };
    const player = connect({ volume: 80 });
    const hear = (volume: number, muted: boolean) => {
      player.set({ volume, muted });
      player.emit('volumechange', { volume, muted });
    };
    hear(60, false);
    hear(0, true);
    expect(volume()).toBe(60);
    hear(70, false);
    expect(volume()).toBe(70);
    send({ method: 'setVolume', value: 0 });
    hear(0, true);
    expect(volume()).toBe(0);
    send({ method: 'setVolume', value: 0.5 });
    hear(0.5, true);
    expect(volume()).toBe(0.5);
  });

  it('confirms a call only if the caller names a listener', () => {
    const player = connect();
    host.postMessage.mockClear();
    send({ method: 'setVolume', value: 30 });
    expect(told()).toEqual([]);
    send({ method: 'setVolume', value: 30, listener: 'a1' });
    expect(player.setVolume).toHaveBeenCalledTimes(2);
    expect(told()).toMatchObject([{ event: 'setVolume', listener: 'a1', value: null }]);
  });

  describe('asked to play', () => {
    /** A player that starts at once, with sound later. */
    function connectPlaying() {
      const player = connect({ state: 'paused' });
      player.play.mockImplementation(async () => player.set({ state: 'waiting', playing: true }));
      player.pause.mockImplementation(() => {
        player.set({ state: 'paused', playing: false });
        player.emit('pause', undefined);
      });
      send({ method: 'play', listener: 'p1' });
      expect(told()).toHaveLength(1); // ready
      return player;
    }
    const answers = () => told().filter(({ event }) => event === 'play');

    it('answers when sound starts, and at once if it is audible already', () => {
      const player = connectPlaying();
      player.set({ state: 'playing' });
      player.emit('playing', undefined);
      player.play.mockImplementation(async () => {});
      send({ method: 'play', listener: 'p2' });
      expect(answers()).toMatchObject([
        { listener: 'p1', value: null },
        { listener: 'p2', value: null },
      ]);
    });

    it('answers aborted if the page pauses before the sound', () => {
      connectPlaying();
      send({ method: 'pause' });
      expect(answers()).toMatchObject([{ listener: 'p1', value: { error: 'aborted' } }]);
    });

    it.each([
      ['not_allowed', 'the browser requires a gesture', false, {}],
      ['aborted', 'a listener or another player pauses', true, {}],
      ['not_playable', 'the audio fails', true, { error: 'NETWORK' }],
    ] as const)('answers %s when %s', async (error, _, isAllowed, snapshot) => {
      const refusal = new DOMException('', 'NotAllowedError');
      const play = vi
        .spyOn(HTMLMediaElement.prototype, 'play')
        .mockImplementation(() => (isAllowed ? Promise.resolve() : Promise.reject(refusal)));
      const player = connectPlaying();
      player.set({ state: 'paused', playing: false, ...snapshot });
      player.emit('pause', undefined);
      await vi.waitFor(() => expect(answers()).toHaveLength(1), { timeout: 30_000 });
      play.mockRestore();
      expect(answers()).toMatchObject([{ listener: 'p1', value: { error } }]);
    });

    it('answers not_playable if the device cannot play the episode', () => {
      connect({ state: 'unsupported' });
      send({ method: 'play', listener: 'p1' });
      expect(answers()).toMatchObject([{ listener: 'p1', value: { error: 'not_playable' } }]);
    });
  });

  it('sends events only to listeners, until they are removed', () => {
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

  it('sends the time at most four times a second', () => {
    const player = connect();
    listen('timeupdate');
    for (let at = 0; at < 1; at += 0.04) player.set({ currentTime: at, duration: 9 });
    expect(told().length).toBeGreaterThan(0);
    expect(told().length).toBeLessThanOrEqual(4);
    expect(told()[0]).toMatchObject({ event: 'timeupdate', value: { duration: 9 } });
  });

  it('sends the exact time when it stops', () => {
    const player = connect();
    listen('timeupdate');
    player.set({ currentTime: 1, duration: 9 });
    player.set({ currentTime: 1.1 });
    player.emit('pause', undefined);
    expect(told().map(({ value }) => value.seconds)).toEqual([1, 1.1]);
  });

  it('sends the buffered part in seconds and as a fraction', () => {
    const player = connect();
    listen('progress');
    player.set({ bufferedEnd: 25, duration: 100 });
    player.set({ volume: 3 });
    expect(told().map(({ value }) => value)).toEqual([
      { percent: 0.25, seconds: 25, duration: 100 },
    ]);
  });

  it.each([
    ['statechange', { state: 'waiting' }, { state: 'waiting' }],
    ['volumechange', { volume: 30, muted: false }, { volume: 30, muted: false }],
    ['ratechange', { playbackRate: 1.5 }, { playbackRate: 1.5 }],
    ['error', { reason: 'PLAYBACK_UNSUPPORTED' }, { code: 1, msg: 'PLAYBACK_UNSUPPORTED' }],
    ['error', { reason: 'MEDIA_FAILED' }, { code: -1, msg: 'MEDIA_FAILED' }],
  ] as const)('sends %s %o', (event, value, expected) => {
    const player = connect();
    listen(event);
    player.emit(event, value as never);
    expect(told().map((message) => message.value)).toEqual([expected]);
  });

  it('sends a change of the speed by both names that players of others know', () => {
    const player = connect();
    listen('ratechange');
    listen('playbackratechange');
    host.postMessage.mockClear();
    player.emit('ratechange', { playbackRate: 2 });
    expect(told().map(({ event }) => event)).toEqual(['ratechange', 'playbackratechange']);
  });

  it('tells the chapters and captions of its episode, and their cues', async () => {
    const chapters = [
      { starts_at: 0, ends_at: null, title: 'Low tide', url: null, image_url: null },
      { starts_at: 50, ends_at: null, title: 'High tide', url: null, image_url: null },
    ];
    const api_url = 'https://api.test/v2/episodes/7?key=k';
    const episode = fakeEpisode({ episode_id: 7, api_url, chapters, duration: 80 });
    const file = { type: 'application/json', url: 'https://media.test/t.json' };
    const segments = [
      { startTime: 1, endTime: 2, body: 'Hello,' },
      { startTime: 2, endTime: 3, body: 'you.' },
      { startTime: 3, endTime: 4, body: 'Come' },
    ];
    const answers: Record<string, unknown> = {
      'https://api.test/episode/7/transcript?key=k&optional=true': {
        response: { transcript: { language: 'en', cues: 1, files: [file] } },
      },
      'https://media.test/t.json': { segments },
    };
    vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url]));
    document.documentElement.lang = 'en';
    connect({ episode });
    host.postMessage.mockClear();
    send({ method: 'getTextTracks', listener: 'a' });
    send({ method: 'getCues', value: 'captions', listener: 'b' });
    send({ method: 'getCues', value: 'chapters', listener: 'c' });
    await vi.waitFor(() => expect(told()).toHaveLength(3));
    vi.unstubAllGlobals();
    const answerOf = (name: string) => told().find(({ listener }) => listener === name).value;
    expect(answerOf('a')).toMatchObject([
      { kind: 'chapters' },
      { kind: 'captions', label: 'English', language: 'en' },
    ]);
    const lines = [
      { start: 1, end: 3, text: 'Hello, you.' },
      { start: 3, end: 4, text: 'Come' },
    ];
    expect(answerOf('b')).toEqual(lines);
    expect(answerOf('c')).toEqual([
      { start: 0, end: 50, text: 'Low tide' },
      { start: 50, end: 80, text: 'High tide' },
    ]);
  });

  it('sends ready again to a late listener, with its name', () => {
    connect();
    listen('ready', 'late');
    expect(told()).toMatchObject([{ event: 'ready', listener: 'late', value: told()[0].value }]);
  });

  it('reports an unknown method as an error', () => {
    connect();
    listen('error');
    send({ method: 'destroy' });
    expect(told()).toMatchObject([{ event: 'error', value: { code: 2 } }]);
  });

  it('offers no methods without a player, and sends the reason to listeners', () => {
    connectHost(null);
    expect(told()[0].value).toMatchObject({
      events: ['ready', 'error'],
      methods: ['addEventListener', 'removeEventListener'],
    });
    listen('error');
    expect(told()).toMatchObject([
      { event: 'error', value: { code: -1, msg: 'EPISODE_UNAVAILABLE' } },
    ]);
  });

  it('removes all listeners of an event if no name is given', () => {
    const player = connect();
    listen('ended', 'a');
    listen('ended', 'b');
    send({ method: 'removeEventListener', value: 'ended' });
    player.emit('ended', undefined);
    expect(told()).toEqual([]);
  });

  it('keeps no more than a thousand listeners of an event', () => {
    const player = connect();
    for (let n = 0; n < 1100; n++)
      send({ method: 'addEventListener', value: 'ended', listener: `${n}` });
    host.postMessage.mockClear();
    player.emit('ended', undefined);
    expect(told()).toHaveLength(1000);
  });

  const method = fc.constantFrom(...METHODS, 'constructor', '__proto__', 'toString', 'destroy');
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...EVENTS, 1e308, -1, '', 'NaN', 'episode_id=1e9', 'episode_id=-1'),
    fc.constant({ toString: 1, valueOf: 1 }),
  );
  const hostileData = fc.oneof(
    fc
      .record({ method, value, listener: fc.jsonValue(), version: fc.jsonValue() })
      .map((message) => JSON.stringify({ context: 'player.js', ...message })),
    fc.json(),
    fc.string(),
    fc.anything(),
  );
  const post = (data: unknown, source: unknown) =>
    window.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { source }));

  it('survives hostile messages without a throw', () => {
    const player = connect();
    const failures = vi.fn();
    window.addEventListener('error', failures);
    fc.assert(
      fc.property(hostileData, (hostile) => void post(hostile, host)),
      { numRuns: PROPERTY_RUNS },
    );
    window.removeEventListener('error', failures);
    expect(failures).not.toHaveBeenCalled();
    for (const [seconds] of player.seek.mock.calls) expect(seconds).toBeTypeOf('number');
    for (const [volume] of player.setVolume.mock.calls) expect(volume).not.toBeNaN();
  });

  it('ignores messages from windows other than its parent', () => {
    const player = connect();
    host.postMessage.mockClear();
    const source = fc.constantFrom(window, null, {}, { postMessage() {} });
    fc.assert(fc.property(hostileData, source, post), { numRuns: PROPERTY_RUNS });
    expect(host.postMessage).not.toHaveBeenCalled();
    for (const name of [
      'play',
      'pause',
      'seek',
      'setVolume',
      'setMuted',
      'load',
      'next',
    ] as const) {
      expect(player[name]).not.toHaveBeenCalled();
    }
  });

  it('loads another episode by its resource, and ignores invalid resources', () => {
    const player = connect();
    send({ method: 'load', value: 'https://elsewhere.test/1' });
    send({ method: 'load', value: 'episode_id=7' });
    expect(player.load).toHaveBeenCalledExactlyOnceWith({ episode_id: 7 }, { autoplay: false });
  });

  it('reports the new episode', () => {
    const player = connect();
    send({ method: 'addEventListener', value: 'episodechange', listener: 'c' });
    player.emit('episodechange', { episode: fakeEpisode() });
    expect(told().at(-1).value).toEqual({ episode_id: 1, title: 'Letters from the lighthouse' });
  });

  it('hears a script of the page around that has put the frame into another document', () => {
    const player = connect();
    const data = JSON.stringify({ context: 'player.js', method: 'play' });
    const from = (origin: string) => {
      const event = new MessageEvent('message', { data, origin });
      window.dispatchEvent(Object.assign(event, { source: {} }));
    };
    Object.defineProperty(location, 'ancestorOrigins', {
      configurable: true,
      value: ['https://blog.test'],
    });
    from('https://other.test');
    expect(player.play).not.toHaveBeenCalled();
    from('https://blog.test');
    expect(player.play).toHaveBeenCalledOnce();
    Reflect.deleteProperty(location, 'ancestorOrigins');
  });

  it.each([
    ['tells the end of an episode', { loop: false, hasNext: false }, 1],
    ['tells no end of a single episode in a loop', { loop: true, hasNext: false }, 0],
    ['tells the end of an episode in a list in a loop', { loop: true, hasNext: true }, 1],
  ])('%s', (_, { loop, hasNext }, times) => {
    const player = connect({ hasNext });
    player.getLoop.mockReturnValue(loop);
    listen('ended');
    player.emit('ended', undefined);
    expect(told().filter(({ event }) => event === 'ended')).toHaveLength(times);
  });

  it.each([
    ['another window', { method: 'play' }, {}],
    ['another protocol', { method: 'play', context: 'other' }, host],
    ['an unknown method', { method: 'destroy' }, host],
    ['a text as a time', { method: 'setCurrentTime', value: 'soon' }, host],
    ['an empty time', { method: 'setCurrentTime', value: '' }, host],
    ['no time', { method: 'setCurrentTime' }, host],
    ['an object as a time', { method: 'setCurrentTime', value: { valueOf: 1 } }, host],
  ])('ignores %s', (_, message, source) => {
    const player = connect();
    send(message, source);
    for (const name of ['play', 'destroy', 'seek'] as const) {
      expect(player[name]).not.toHaveBeenCalled();
    }
  });
});
