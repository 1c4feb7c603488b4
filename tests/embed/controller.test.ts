// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createEmbedController,
  type EmbedController,
  EmbedError,
  EVENTS,
  METHODS,
} from '../../src/embed/index.ts';
import { fakeFrame, PLAYER_ORIGIN } from '../helpers/fake-frame.ts';
import { PROPERTY_RUNS } from '../helpers/property-runs.ts';

let controllers: EmbedController[] = [];
afterEach(() => {
  for (const controller of controllers) controller.destroy();
  controllers = [];
  vi.useRealTimers();
});

function control(frame = fakeFrame()) {
  const controller = createEmbedController(frame.iframe);
  controllers.push(controller);
  return { frame, controller };
}

function controlReady(frame = fakeFrame()) {
  const both = control(frame);
  frame.sayReady({}, frame.iframe.hasAttribute('sandbox') ? { origin: 'null' } : {});
  return both;
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof EmbedError ? error.reason : error),
  );

describe('createEmbedController', () => {
  it('sends getters of the protocol and resolves with the answer', async () => {
    const { frame, controller } = controlReady();
    const seconds = controller.getCurrentTime();
    frame.answer('getCurrentTime', 12.5);
    expect(await seconds).toBe(12.5);
    const isPaused = controller.getPaused();
    frame.answer('getPaused', true);
    expect(await isPaused).toBe(true);
  });

  it.each([
    ['play', (c: EmbedController) => c.play(), undefined],
    ['setVolume', (c: EmbedController) => c.setVolume(40), 40],
    ['setCurrentTime', (c: EmbedController) => c.setCurrentTime(9), 9],
    ['setLoop', (c: EmbedController) => c.setLoop(true), true],
    ['setConsent', (c: EmbedController) => c.setConsent(true), true],
    ['load', (c: EmbedController) => c.load('episode_id=2'), 'episode_id=2'],
    ['next', (c: EmbedController) => c.next(), undefined],
  ])('sends %s to the player', async (method, act, value) => {
    const { frame, controller } = controlReady();
    await act(controller);
    expect(frame.methods(method).map((message) => message.value)).toEqual([value]);
  });

  it('queues calls, in order, until the player is ready', async () => {
    const { frame, controller } = control();
    const done = Promise.all([controller.setCurrentTime(5), controller.play()]);
    expect(frame.sent.map(({ method }) => method)).toEqual(['addEventListener']);
    frame.sayReady();
    await done;
    expect(frame.sent.slice(1).map(({ method }) => method)).toEqual(['setCurrentTime', 'play']);
  });

  it('listens for ready at once, and again after the frame has loaded if the player was not ready', () => {
    const { frame } = control();
    frame.load();
    expect(frame.methods('addEventListener').map(({ value }) => value)).toEqual(['ready', 'ready']);
    const other = controlReady().frame;
    other.load();
    expect(other.methods('addEventListener')).toHaveLength(1);
  });

  it('reports the methods and events that the player supports', async () => {
    const { frame, controller } = control();
    expect(controller.supports('method', 'play')).toBe(false);
    const ready = controller.ready();
    frame.sayReady({ methods: ['play', 'pause'] });
    expect(await ready).toMatchObject({ methods: ['play', 'pause'] });
    expect(controller.supports('method', 'pause')).toBe(true);
    expect(controller.supports('method', 'next')).toBe(false);
    expect(controller.supports('event', 'timeupdate')).toBe(true);
    expect(await reasonOf(controller.next())).toBe('unsupported');
    expect(frame.methods('next')).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['invalid lists', { events: 'play', methods: [1] }],
  ])('assumes the standard methods and events for a player that lists %s', (_, value) => {
    const { frame, controller } = control();
    frame.say({ event: 'ready', value });
    expect(controller.supports('method', 'getLoop')).toBe(true);
    expect(controller.supports('method', 'next')).toBe(false);
    expect(controller.supports('event', 'resize')).toBe(false);
  });

  it('forwards typed events, with one subscription for all listeners of an event', () => {
    const { frame, controller } = controlReady();
    const [first, second] = [vi.fn(), vi.fn()];
    const off = controller.on('timeupdate', first);
    controller.on('timeupdate', second);
    const asked = frame.methods('addEventListener').filter(({ value }) => value === 'timeupdate');
    expect(asked).toHaveLength(1);
    const { listener } = asked[0] ?? {};
    frame.say({ event: 'timeupdate', value: { seconds: 1, duration: 9 }, listener });
    off();
    off();
    expect(frame.methods('removeEventListener')).toEqual([]);
    frame.say({ event: 'timeupdate', value: { seconds: 2, duration: 9 }, listener });
    expect(first.mock.calls).toEqual([[{ seconds: 1, duration: 9 }]]);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('has types for the events and their values', () => {
    const { controller } = controlReady();
    controller.on('timeupdate', ({ seconds }) => seconds.toFixed());
    controller.on('error', ({ code, msg }) => msg.repeat(code));
    // @ts-expect-error a time carries no title
    controller.on('timeupdate', ({ title }) => title);
    // @ts-expect-error there is no such event
    controller.on('finish', () => {});
    // @ts-expect-error a volume is a number
    controller.setVolume('40');
  });

  it('unsubscribes with the last listener', () => {
    const { frame, controller } = controlReady();
    controller.on('ended', () => {})();
    expect(frame.methods('removeEventListener')).toMatchObject([{ value: 'ended' }]);
  });

  it.each([
    ['timeupdate', undefined, { seconds: 0, duration: 0 }],
    ['timeupdate', { seconds: 3, duration: null }, { seconds: 3, duration: 0 }],
    ['timeupdate', 'now', { seconds: 0, duration: 0 }],
    ['progress', { seconds: 4, duration: 8 }, { percent: 0, seconds: 4, duration: 8 }],
    ['error', null, { code: -1, msg: '' }],
    ['volumechange', { volume: '40', muted: 1 }, { volume: 0, muted: false }],
    ['ended', { seconds: 1 }, undefined],
  ] as const)('forwards %s of any player with the documented value', (name, value, payload) => {
    const { frame, controller } = controlReady();
    const heard = vi.fn();
    controller.on(name, heard);
    frame.say({ event: name, value });
    expect(heard.mock.calls).toEqual([[payload]]);
  });

  it('accepts events without a listener name, and ignores events for another client', () => {
    const { frame, controller } = controlReady();
    const ended = vi.fn();
    controller.on('ended', ended);
    frame.say({ event: 'ended', listener: 'somebody-else' });
    expect(ended).not.toHaveBeenCalled();
    frame.say({ event: 'ended' });
    expect(ended).toHaveBeenCalledOnce();
  });

  it('subscribes only to events that the player has', () => {
    const { frame, controller } = controlReady();
    controller.on('resize', () => {});
    expect(frame.methods('addEventListener').map(({ value }) => value)).not.toContain('resize');
  });

  it('subscribes again and repeats unanswered calls after the frame reloads', async () => {
    const { frame, controller } = controlReady();
    const ended = vi.fn();
    controller.on('ended', ended);
    const volume = controller.getVolume();
    frame.sent.length = 0;
    frame.sayReady();
    expect(frame.methods('addEventListener')).toMatchObject([{ value: 'ended' }]);
    frame.answer('getVolume', 70);
    expect(await volume).toBe(70);
    frame.say({ event: 'ended', listener: frame.methods('addEventListener')[0]?.listener });
    expect(ended).toHaveBeenCalledOnce();
  });

  it('fires ready for each new document, but not for the answer to another client', () => {
    const { frame, controller } = control();
    const ready = vi.fn();
    controller.on('ready', ready);
    frame.sayReady();
    frame.say({ event: 'ready', value: {}, listener: 'somebody-else' });
    expect(ready).toHaveBeenCalledOnce();
    frame.sayReady();
    expect(ready).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another origin', { origin: 'https://elsewhere.test' }],
    ['an opaque origin', { origin: 'null' }],
  ])('ignores messages from %s', (_, from) => {
    const { frame, controller } = control();
    frame.say({ event: 'ready', value: {} }, from);
    expect(controller.supports('method', 'play')).toBe(false);
  });

  it('sends messages to the origin of the player only', async () => {
    const { frame, controller } = controlReady();
    await controller.play();
    expect(frame.targets.at(-1)).toBe(PLAYER_ORIGIN);
  });

  it('identifies a frame with an opaque origin by its window only', async () => {
    const { frame, controller } = controlReady(fakeFrame({ sandbox: 'allow-scripts' }));
    await controller.play();
    expect(frame.targets.at(-1)).toBe('*');
  });

  it('checks the origin if the sandbox lets the frame keep it', () => {
    const { frame, controller } = control(
      fakeFrame({ sandbox: 'allow-scripts allow-same-origin' }),
    );
    frame.sayReady({}, { origin: 'null' });
    expect(controller.supports('method', 'play')).toBe(false);
    frame.sayReady();
    expect(controller.supports('method', 'play')).toBe(true);
  });

  it('follows the frame to another address', async () => {
    const { frame, controller } = controlReady();
    frame.iframe.src = 'https://other.test/player?episode_id=2';
    frame.sayReady({}, { origin: 'https://other.test' });
    await controller.play();
    expect(frame.targets.at(-1)).toBe('https://other.test');
  });

  it.each([
    ['null', () => null],
    ['a link', () => document.createElement('a')],
    ['a frame without an address', () => document.createElement('iframe')],
    ['a frame of a script', () => fakeFrame({ src: 'javascript:0' }).iframe],
  ])('rejects %s', (_, make) => {
    const attempt = () => createEmbedController(make() as unknown as HTMLIFrameElement);
    expect(attempt).toThrow(expect.objectContaining({ reason: 'not_an_embed' }));
  });

  it('times out if the answer or the player does not arrive', async () => {
    vi.useFakeTimers();
    const { frame, controller } = controlReady();
    const volume = reasonOf(controller.getVolume());
    const never = control();
    const play = reasonOf(never.controller.play());
    const ready = reasonOf(never.controller.ready());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await Promise.all([volume, play, ready])).toEqual(['timeout', 'timeout', 'timeout']);
    never.frame.sayReady();
    expect(never.frame.methods('play')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    frame.answer('getVolume', 3); // a late answer has no effect
  });

  it('waits for an answer as long as the page wants', async () => {
    vi.useFakeTimers();
    const { iframe } = fakeFrame();
    const controller = createEmbedController(iframe, { timeoutMs: Number.POSITIVE_INFINITY });
    controllers.push(controller);
    const ready = reasonOf(controller.ready());
    await vi.advanceTimersByTimeAsync(60_000);
    controller.destroy();
    expect(await ready).toBe('destroyed');
  });

  it.each([
    ['NaN as a volume', (c: EmbedController) => c.setVolume(Number.NaN)],
    ['a text for a volume', (c: EmbedController) => c.setVolume('40' as never)],
    ['an endless time', (c: EmbedController) => c.setCurrentTime(Number.POSITIVE_INFINITY)],
    ['no speed', (c: EmbedController) => c.setPlaybackRate(undefined as never)],
    ['a text for a flag', (c: EmbedController) => c.setLoop('yes' as never)],
    ['a text for a consent', (c: EmbedController) => c.setConsent('yes' as never)],
    ['a show', (c: EmbedController) => c.load('show_id=2')],
    ['an address', (c: EmbedController) => c.load('https://elsewhere.test/episodes/1')],
    ['no resource', (c: EmbedController) => c.load(undefined as never)],
  ])('rejects %s', async (_, act) => {
    const { frame, controller } = controlReady();
    const count = frame.sent.length;
    expect(await reasonOf(act(controller))).toBe('invalid_value');
    expect(frame.sent).toHaveLength(count);
  });

  describe('with a player that confirms calls', () => {
    function controlConfirming() {
      const both = control();
      both.frame.sayReady({ confirms: true });
      return both;
    }

    it('resolves once the player confirms the call', async () => {
      const { frame, controller } = controlConfirming();
      const done = vi.fn();
      const volume = controller.setVolume(40).then(done);
      await Promise.resolve();
      expect(done).not.toHaveBeenCalled();
      frame.answer('setVolume', null);
      await volume;
      expect(done).toHaveBeenCalledExactlyOnceWith(undefined);
    });

    it.each(['not_allowed', 'not_playable', 'aborted'])('rejects play with %s', async (error) => {
      const { frame, controller } = controlConfirming();
      const playing = reasonOf(controller.play());
      frame.say({ event: 'play' }); // an event with the same name is not the answer
      frame.answer('play', { error });
      expect(await playing).toBe(error);
    });

    it('waits for sound without a time limit while the player exists', async () => {
      vi.useFakeTimers();
      const { frame, controller } = controlConfirming();
      frame.load();
      const playing = reasonOf(controller.play());
      const next = reasonOf(controller.next());
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await next).toBe('timeout');
      frame.load(); // another page
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await playing).toBe('timeout');
    });

    it('repeats unconfirmed calls in the next document', async () => {
      const { frame, controller } = controlConfirming();
      const volume = controller.setVolume(40);
      frame.sent.length = 0;
      frame.sayReady({ confirms: true });
      expect(frame.methods('setVolume')).toMatchObject([{ value: 40 }]);
      frame.answer('setVolume', null);
      await volume;
    });
  });

  it('separates the answers for two controllers of one frame', async () => {
    const frame = fakeFrame();
    const [one, two] = [control(frame).controller, control(frame).controller];
    frame.sayReady();
    const volume = one.getVolume();
    const listener = frame.methods('getVolume').at(-1)?.listener;
    const other = two.getVolume();
    frame.answer('getVolume', 2);
    frame.say({ event: 'getVolume', value: 1, listener });
    expect([await volume, await other]).toEqual([1, 2]);
    one.destroy();
    const paused = two.getPaused();
    frame.answer('getPaused', true);
    expect(await paused).toBe(true);
  });

  describe('when the frame', () => {
    it('is removed, calls time out', async () => {
      vi.useFakeTimers();
      const { frame, controller } = controlReady();
      frame.hold(null);
      const reason = reasonOf(controller.pause());
      expect(controller.supports('method', 'pause')).toBe(false);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await reason).toBe('timeout');
      expect(frame.methods('pause')).toEqual([]);
    });

    it('is moved, calls wait for the new player', async () => {
      const { frame, controller } = controlReady();
      const elsewhere = { postMessage: vi.fn() };
      frame.hold(elsewhere);
      const paused = controller.pause();
      expect(elsewhere.postMessage).not.toHaveBeenCalled();
      frame.sayReady({}, { source: elsewhere });
      await paused;
      expect(elsewhere.postMessage).toHaveBeenCalledOnce();
    });

    it('gets another address, calls wait for the new player', async () => {
      const { frame, controller } = controlReady();
      frame.iframe.src = `${PLAYER_ORIGIN}/player?episode_id=2`;
      const paused = controller.pause();
      expect(frame.methods('pause')).toEqual([]);
      frame.sayReady();
      await paused;
      expect(frame.methods('pause')).toHaveLength(1);
    });

    it('gets another fragment, the player is the same', async () => {
      const { frame, controller } = controlReady();
      frame.iframe.src += '#t=30';
      await controller.pause();
      expect(frame.methods('pause')).toHaveLength(1);
    });

    it('gets an invalid address, no error is thrown', () => {
      const { frame, controller } = controlReady();
      frame.iframe.src = 'https://[';
      expect(() => frame.sayReady()).not.toThrow();
      expect(controller.supports('method', 'play')).toBe(false);
    });

    it('shows another page, the player is no longer supported', () => {
      const { frame, controller } = controlReady();
      frame.load();
      expect(controller.supports('method', 'play')).toBe(true);
      frame.load();
      expect(controller.supports('method', 'play')).toBe(false);
      expect(frame.methods('addEventListener').at(-1)).toMatchObject({ value: 'ready' });
    });

    it('is upgraded to https by its page, the player is the same', async () => {
      const { frame, controller } = control(fakeFrame({ src: 'http://player.test/player?x' }));
      frame.sayReady({}, { origin: 'https://player.test' });
      await controller.pause();
      expect(frame.targets.at(-1)).toBe('https://player.test');
    });

    it('is lazy and has not loaded, calls load it but ready() does not', async () => {
      vi.useFakeTimers();
      const { frame, controller } = control();
      frame.sleep();
      const ready = controller.ready();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(frame.iframe.loading).toBe('lazy');
      const paused = controller.pause();
      expect(frame.iframe.loading).toBe('eager');
      frame.sayReady();
      await Promise.all([ready, paused]);
    });
  });

  it('returns 0 for an unknown duration', async () => {
    const { frame, controller } = controlReady();
    const duration = controller.getDuration();
    frame.answer('getDuration', null);
    expect(await duration).toBe(0);
  });

  it('leaves no listener, timer or pending promise when destroyed', async () => {
    vi.useFakeTimers();
    const added = vi.spyOn(window, 'addEventListener');
    const { frame, controller } = controlReady();
    const ended = vi.fn();
    controller.on('ended', ended);
    const open = reasonOf(controller.getVolume());
    controller.destroy();
    controller.destroy();
    expect(await open).toBe('destroyed');
    expect(await reasonOf(controller.play())).toBe('destroyed');
    expect(frame.methods('removeEventListener')).toMatchObject([{ value: 'ended' }]);
    const count = frame.sent.length;
    controller.on('play', () => {});
    frame.sayReady();
    frame.say({ event: 'ended' });
    frame.load();
    expect(frame.sent).toHaveLength(count);
    expect(ended).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    const ends = added.mock.calls.map(
      ([, , options]) => (options as AddEventListenerOptions).signal,
    );
    expect(ends.map((signal) => signal?.aborted)).toEqual([true]);
    added.mockRestore();
  });

  it('calls all listeners even if one throws, and reports the error', async () => {
    const { frame, controller } = controlReady();
    const heard = vi.fn();
    const reported = vi.fn();
    process.on('uncaughtException', reported);
    controller.on('ended', () => {
      throw new Error('mine');
    });
    controller.on('ended', heard);
    frame.say({ event: 'ended' });
    await Promise.resolve();
    process.off('uncaughtException', reported);
    expect(heard).toHaveBeenCalledOnce();
    expect(reported).toHaveBeenCalledWith(new Error('mine'), 'uncaughtException');
  });

  const event = fc.constantFrom(...EVENTS, ...METHODS, 'constructor', '__proto__');
  const value = fc.oneof(fc.jsonValue(), fc.constant({ src: { toString: 1 }, valueOf: 1 }));
  const hostileData = fc.oneof(
    fc
      .record({ event, value, listener: fc.option(fc.jsonValue()) })
      .map((message) => JSON.stringify({ context: 'player.js', ...message })),
    fc.json(),
    fc.string(),
    fc.anything(),
  );

  it('forwards only values of the documented types from hostile messages of its frame', async () => {
    const { frame, controller } = controlReady();
    for (const name of EVENTS) controller.on(name, () => {});
    controller.on('timeupdate', ({ seconds, duration }) => {
      expect([typeof seconds, typeof duration]).toEqual(['number', 'number']);
    });
    controller.on('ready', ({ methods }) => methods.includes('play'));
    const volume = controller.getVolume();
    fc.assert(
      fc.property(hostileData, (hostile) => void frame.post(hostile)),
      { numRuns: PROPERTY_RUNS },
    );
    frame.answer('getVolume', 70); // unless a hostile message has answered with a number before
    expect(await volume).toBeTypeOf('number');
  });

  it('ignores messages from other windows or origins', () => {
    const { frame, controller } = control();
    const heard = vi.fn();
    for (const name of EVENTS) controller.on(name, heard);
    const settled = vi.fn();
    controller.getVolume().then(settled, settled);
    const from = fc.oneof(
      fc.record({ source: fc.constantFrom(window, {}, null) }),
      fc.record({ origin: fc.oneof(fc.webUrl(), fc.constantFrom('', 'null', '*')) }),
    );
    fc.assert(
      fc.property(hostileData, from, (hostile, sender) => void frame.post(hostile, sender)),
      { numRuns: PROPERTY_RUNS },
    );
    expect(heard).not.toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
    expect(controller.supports('method', 'play')).toBe(false);
  });
});
