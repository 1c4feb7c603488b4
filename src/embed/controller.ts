import type { Listener } from '../lib/emitter.ts';
import { createScope } from '../lib/scope.ts';
import { createCalls } from './calls.ts';
import { EmbedError } from './embed-error.ts';
import { createSubscriptions } from './event-subscriptions.ts';
import { isAsleep, originOf } from './frame-address.ts';
import type { EmbedCapabilities, EmbedEvents, EventName, MethodName } from './frame-protocol.ts';
import { connectPeer } from './peer.ts';
import { readResource } from './read-option.ts';
import type { EmbedCue, EmbedTextTrack, TrackKind } from './text-track.ts';

const ANSWER_TIMEOUT_MS = 10_000;

export interface EmbedControllerOptions {
  /** Milliseconds until a promise rejects with `timeout`; the wait for `ready` counts. Default 10,000. */
  timeoutMs?: number;
}

/**
 * Controls the player in a frame from the surrounding page. A promise resolves with the player's answer once the
 * player has carried out the request. A player with plain Player.js confirms only questions: there the promise of any
 * other method resolves once the message is sent. Rejections are `EmbedError`s. A rejected promise without a handler
 * is not reported as unhandled.
 */
export interface EmbedController {
  readonly iframe: HTMLIFrameElement;
  /** Resolves with the player's capabilities once it sends `ready`; waits for a lazy frame that is out of sight. */
  ready(): Promise<EmbedCapabilities>;
  /** Whether the player listed that method or event in `ready`. False before `ready`. */
  supports(kind: 'method' | 'event', name: MethodName | EventName): boolean;
  /** Returns a function that removes the listener. An event that the player does not offer never fires. */
  on<Name extends EventName>(event: Name, listener: Listener<EmbedEvents[Name]>): () => void;
  /**
   * Resolves when sound starts. Rejects with `not_allowed`, `not_playable`, or `aborted` if it is paused first. Has no
   * time limit once the player is there: the network decides.
   */
  play(): Promise<void>;
  pause(): Promise<void>;
  getPaused(): Promise<boolean>;
  mute(): Promise<void>;
  unmute(): Promise<void>;
  getMuted(): Promise<boolean>;
  /** 0 to 100; clamped. */
  setVolume(volume: number): Promise<void>;
  /** 0 to 100. */
  getVolume(): Promise<number>;
  /** Seconds; 0 while unknown or live. */
  getDuration(): Promise<number>;
  /** Seconds; clamped to the duration. */
  setCurrentTime(seconds: number): Promise<void>;
  /** Seconds. */
  getCurrentTime(): Promise<number>;
  setLoop(loop: boolean): Promise<void>;
  getLoop(): Promise<boolean>;
  /** Only Earshot players have this method and those below; other players reject with `unsupported`. */
  next(): Promise<void>;
  prev(): Promise<void>;
  /** `episode_id=N`. Plays the new episode if one is playing now. */
  load(resource: string): Promise<void>;
  /** 0.5 to 3; clamped. */
  setPlaybackRate(rate: number): Promise<void>;
  getPlaybackRate(): Promise<number>;
  /**
   * Whether the listener has agreed to ads and to counting what they hear. True applies from the next episode on; false
   * ends an ad now.
   */
  setConsent(isGiven: boolean): Promise<void>;
  /** The chapters and captions of the current episode. */
  getTextTracks(): Promise<EmbedTextTrack[]>;
  getCues(kind: TrackKind): Promise<EmbedCue[]>;
  /** Removes all listeners and timers; pending promises reject with `destroyed`. The frame stays. */
  destroy(): void;
}

/**
 * Controls any player that supports Player.js, whether its frame has loaded, is loading or will load. Continues when
 * the frame reloads, moves in the document or shows another player. A request makes a lazy frame load.
 *
 * @throws EmbedError `not_an_embed`
 */
export function createEmbedController(
  iframe: HTMLIFrameElement,
  { timeoutMs = ANSWER_TIMEOUT_MS }: EmbedControllerOptions = {},
): EmbedController {
  const view = iframe?.nodeName === 'IFRAME' && iframe.ownerDocument.defaultView;
  if (!view || !originOf(iframe)) throw new EmbedError('not_an_embed', 'createEmbedController');

  // Several clients can talk to one player: the id distinguishes their answers.
  const id = `earshot-${Math.random()}`;
  const scope = createScope();
  const peer = connectPeer(
    { id, iframe, view, scope },
    {
      ready(capabilities) {
        subscriptions.renew();
        calls.sendAll();
        subscriptions.emit('ready', capabilities);
      },
      message(message) {
        calls.answer(message);
        subscriptions.hear(message);
      },
      replaced: () => calls.restartLimits(),
    },
  );
  const subscriptions = createSubscriptions(id, peer);
  const calls = createCalls({
    id,
    peer,
    scope,
    timeoutMs,
    isAsleep: () => isAsleep(iframe),
    wake() {
      iframe.loading = 'eager';
    },
  });
  scope.add(() => {
    subscriptions.end();
    peer.forget();
    calls.rejectAll('destroyed');
  });
  peer.ask();

  const act = (method: MethodName, value?: unknown, isValid?: boolean) =>
    calls.request({ method, value, isValid, read: () => {} });
  const setNumber = (method: MethodName) => (value: number) =>
    act(method, value, Number.isFinite(value));
  const number = (method: MethodName) => calls.request({ method, read: readNumber });
  const boolean = (method: MethodName) => calls.request({ method, read: Boolean });
  return {
    iframe,
    ready: () => calls.request({ method: 'ready', read: (answer) => answer as EmbedCapabilities }),
    supports: peer.supports,
    on: subscriptions.on,
    play: () => act('play'),
    pause: () => act('pause'),
    getPaused: () => boolean('getPaused'),
    mute: () => act('mute'),
    unmute: () => act('unmute'),
    getMuted: () => boolean('getMuted'),
    setVolume: setNumber('setVolume'),
    getVolume: () => number('getVolume'),
    getDuration: () => number('getDuration'),
    setCurrentTime: setNumber('setCurrentTime'),
    getCurrentTime: () => number('getCurrentTime'),
    setLoop: (loop) => act('setLoop', loop, typeof loop === 'boolean'),
    getLoop: () => boolean('getLoop'),
    next: () => act('next'),
    prev: () => act('prev'),
    load: (resource) => act('load', resource, !!readResource(resource)?.startsWith('episode')),
    setPlaybackRate: setNumber('setPlaybackRate'),
    getPlaybackRate: () => number('getPlaybackRate'),
    setConsent: (isGiven) => act('setConsent', isGiven, typeof isGiven === 'boolean'),
    getTextTracks: () => calls.request({ method: 'getTextTracks', read: readList<EmbedTextTrack> }),
    getCues: (kind) => calls.request({ method: 'getCues', value: kind, read: readList<EmbedCue> }),
    destroy: scope.dispose,
  };
}

/** The elements are as the player has sent them. */
const readList = <Item>(answer: unknown): Item[] => (Array.isArray(answer) ? answer : []);

/** JSON turns NaN, an unknown length, into null. */
const readNumber = (value: unknown) => Number(value) || 0;
