import { createEmitter, type Listener } from '../lib/emitter.ts';
import { createScope } from '../lib/scope.ts';
import { EmbedError, type EmbedErrorReason } from './embed-error.ts';
import {
  decodeEvent,
  type EmbedCapabilities,
  type EmbedEvents,
  type EventMessage,
  type EventName,
  encodeMethod,
  isEventName,
  type MethodMessage,
  type MethodName,
  PLAY_FAILURES,
  readPayload,
} from './frame-protocol.ts';
import { readResource } from './option-names.ts';

const ANSWER_TIMEOUT_MS = 10_000;

export interface EmbedControllerOptions {
  /** Milliseconds until a promise is rejected with `timeout`, waiting for `ready` included. Default 10,000. */
  timeoutMs?: number;
}

/**
 * A player in a frame, from the page around it. Promises resolve once the player has done what it was asked, with
 * its answer; a player that answers only questions, as Player.js knows it, has been told then. Rejections are
 * `EmbedError`s; a promise that nobody waits for reports nothing.
 */
export interface EmbedController {
  readonly iframe: HTMLIFrameElement;
  /** Resolves with what the player can do as soon as it says `ready`; waits for a lazy frame that is out of sight. */
  ready(): Promise<EmbedCapabilities>;
  /** Whether the player said in `ready` that it has that. False before. */
  supports(kind: 'method' | 'event', name: MethodName | EventName): boolean;
  /** Returns a function that removes the listener. An event that the player does not offer never comes. */
  on<Name extends EventName>(event: Name, listener: Listener<EmbedEvents[Name]>): () => void;
  /**
   * Resolves when there is sound. Rejects with `not_allowed`, `not_playable`, or `aborted` when paused before; takes
   * as long as the network does, once the player is there.
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
  /** Only Earshot players have what follows; others reject with `unsupported`. */
  next(): Promise<void>;
  prev(): Promise<void>;
  /** `episode_id=N`. Goes on playing where something plays. */
  load(resource: string): Promise<void>;
  /** 0.5 to 3; clamped. */
  setPlaybackRate(rate: number): Promise<void>;
  getPlaybackRate(): Promise<number>;
  /** Leaves no listener, timer or pending promise: those reject with `destroyed`. The frame stays. */
  destroy(): void;
}

/** The player that said `ready`, and by what it is told from another that comes in its place. */
interface Peer {
  readonly capabilities: EmbedCapabilities;
  readonly window: unknown;
  readonly origin: string;
  readonly address: string;
}

interface Call {
  readonly method: MethodName | 'ready';
  readonly value: unknown;
  /** From now on its time runs, or does not. */
  limit(isLimited: boolean): void;
  resolve(value: unknown): void;
  reject(reason: EmbedErrorReason): void;
}

interface Message extends MethodMessage {
  method: MethodName;
}

/**
 * Controls any player that speaks Player.js. Works whether the frame has loaded, is loading or will, and goes on when
 * it loads anew, moves in the document or shows another player. What it is asked brings a lazy frame to load.
 *
 * Listens only to that frame's window, and only while it holds the origin of its `src` (or the same over https, as
 * some pages upgrade it). A frame that is sandboxed without `allow-same-origin` has the opaque origin `null`, which
 * names nobody: there the window alone must do, and messages to it go out to whatever it holds.
 *
 * @throws EmbedError `not_an_embed`
 */
export function createEmbedController(
  iframe: HTMLIFrameElement,
  { timeoutMs = ANSWER_TIMEOUT_MS }: EmbedControllerOptions = {},
): EmbedController {
  const view = iframe?.nodeName === 'IFRAME' && iframe.ownerDocument.defaultView;
  if (!view || !originOf(iframe)) throw new EmbedError('not_an_embed', 'createEmbedController');

  // Several clients can talk to one player: the id tells their answers apart.
  const id = `earshot-${Math.random().toString(36).slice(2)}`;
  const scope = createScope();
  const emitter = createEmitter<EmbedEvents>();
  const listeners = new Map<EventName, number>();
  const calls = new Map<string, Call>();
  let peer: Peer | null = null;
  /** The document of the peer has said `load` as well: the next one is another's. */
  let isLoaded = false;
  let count = 0;

  /** The player, unless the frame has gone, come back elsewhere or been sent to another address since. */
  function present(): Peer | null {
    const isThere = peer?.window === iframe.contentWindow && peer?.address === addressOf(iframe);
    return isThere ? peer : null;
  }

  function post(message: Message, origin = present()?.origin): void {
    const target = origin === 'null' ? '*' : origin;
    if (target) iframe.contentWindow?.postMessage(encodeMethod(message), target);
  }

  /** Asks for `ready` once more: it may have been said before anyone listened. */
  function ask(): void {
    // The frame may not hold its player yet, and browsers complain of a target that is not there.
    post({ method: 'addEventListener', value: 'ready', listener: id }, '*');
  }

  function supports(kind: 'method' | 'event', name: string): boolean {
    return present()?.capabilities[`${kind}s`].includes(name) ?? false;
  }

  function subscribe(method: 'addEventListener' | 'removeEventListener', name: EventName): void {
    if (name !== 'ready' && supports('event', name)) post({ method, value: name, listener: id });
  }

  function send(listener: string, { method, value, limit, resolve, reject }: Call): void {
    const { capabilities } = present() ?? {};
    if (!capabilities) return;
    if (method === 'ready') resolve(capabilities);
    else if (!supports('method', method)) reject('unsupported');
    else {
      post({ method, value, listener });
      if (!capabilities.confirms && !isQuestion(method)) resolve(undefined);
      else limit(method !== 'play');
    }
  }

  function request<Answer>(
    method: Call['method'],
    read: (answer: unknown) => Answer,
    value?: unknown,
    isValid = true,
  ): Promise<Answer> {
    const promise = new Promise<Answer>((resolve, reject) => {
      const listener = `${id}-${++count}`;
      let stop = () => {};
      const settled = () => {
        calls.delete(listener);
        stop();
      };
      const call: Call = {
        method,
        value,
        limit(isLimited) {
          stop();
          stop = isLimited ? scope.timeout(expire, timeoutMs) : () => {};
        },
        resolve(answer) {
          settled();
          resolve(read(answer));
        },
        reject(reason) {
          settled();
          reject(new EmbedError(reason, method));
        },
      };
      const expire = () => {
        if (isAsleep(iframe)) call.limit(true);
        else call.reject('timeout');
      };
      if (scope.disposed) call.reject('destroyed');
      else if (!isValid) call.reject('invalid_value');
      else {
        calls.set(listener, call);
        call.limit(true);
        if (method !== 'ready' && isAsleep(iframe)) iframe.loading = 'eager';
        send(listener, call);
      }
    });
    promise.catch(() => {}); // who waits is told; nobody else wants it in their console
    return promise;
  }

  function onReady({ value, listener }: EventMessage, origin: string): void {
    // An answer, to this or another client. Unasked, it is a new document's.
    const isAnswer = listener != null;
    if (isAnswer && present()) return;
    if (!isAnswer && peer) isLoaded = false;
    const capabilities = readPayload('ready', value);
    peer = { capabilities, origin, window: iframe.contentWindow, address: addressOf(iframe) };
    for (const name of listeners.keys()) subscribe('addEventListener', name);
    for (const [key, call] of [...calls]) send(key, call);
    emitter.emit('ready', capabilities);
  }

  function onAnswer({ event, value, listener }: EventMessage): void {
    for (const [key, { method, resolve, reject }] of [...calls]) {
      if (method !== event || (isQuestion(method) ? (listener ?? key) : listener) !== key) continue;
      const failure = PLAY_FAILURES.find((reason) => reason === Object(value).error);
      if (failure) reject(failure);
      else resolve(value);
    }
  }

  scope.listen(view, 'message', (event) => {
    const { source, origin, data } = event as MessageEvent<unknown>;
    // Several players can share a page: the window tells them apart, the origin proves who sent it.
    if (!source || source !== iframe.contentWindow || !isTrusted(iframe, origin)) return;
    const message = decodeEvent(data);
    if (message?.event === 'ready') onReady(message, origin);
    else if (message && present()) {
      const { event: name, value, listener } = message;
      onAnswer(message);
      if (isEventName(name) && (listener ?? id) === id)
        emitter.emit(name, readPayload(name, value));
    }
  });
  scope.listen(iframe, 'load', () => {
    if (isLoaded) {
      peer = null;
      for (const { limit } of calls.values()) limit(true);
    }
    isLoaded = true;
    if (!present()) ask();
  });
  scope.add(() => {
    for (const name of listeners.keys()) subscribe('removeEventListener', name);
    peer = null;
    for (const call of [...calls.values()]) call.reject('destroyed');
    emitter.clear();
  });
  ask();

  const act = (method: MethodName, value?: unknown, isValid?: boolean) =>
    request(method, () => {}, value, isValid);
  const setNumber = (method: MethodName) => (value: number) =>
    act(method, value, Number.isFinite(value));
  const number = (method: MethodName) => request(method, readNumber);
  const boolean = (method: MethodName) => request(method, Boolean);
  return {
    iframe,
    ready: () => request('ready', (answer) => answer as EmbedCapabilities),
    supports,
    on(name, listener) {
      const off = emitter.on(name, listener);
      const before = listeners.get(name) ?? 0;
      listeners.set(name, before + 1);
      if (before === 0) subscribe('addEventListener', name);
      let isOn = true;
      return () => {
        if (!isOn) return;
        isOn = false;
        off();
        const left = (listeners.get(name) ?? 0) - 1;
        listeners.set(name, left);
        if (left > 0) return;
        listeners.delete(name);
        subscribe('removeEventListener', name);
      };
    },
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
    destroy: scope.dispose,
  };
}

const isQuestion = (method: string) => method.startsWith('get');

/** Of the frame's address; empty where it has none that a player could be at. */
function originOf({ src }: HTMLIFrameElement): string {
  try {
    const { protocol, origin } = new URL(src);
    return protocol.startsWith('http') ? origin : '';
  } catch {
    return ''; // no address at all; older browsers have no way to ask
  }
}

/** Another fragment is the same document. */
const addressOf = ({ src }: HTMLIFrameElement) => src.replace(/#.*/, '');

function isTrusted(iframe: HTMLIFrameElement, origin: string): boolean {
  if (origin === 'null') return isOpaque(iframe);
  const own = originOf(iframe);
  return origin === own || origin === own.replace('http:', 'https:');
}

/** A page that is itself sandboxed hands that on to its frames; a page from a file does not. */
function isOpaque(iframe: HTMLIFrameElement): boolean {
  const { sandbox } = iframe;
  const isSandboxed = iframe.hasAttribute('sandbox') && !sandbox.contains('allow-same-origin');
  return isSandboxed || iframe.ownerDocument.defaultView?.origin === 'null';
}

/** Out of sight, and not fetched before somebody scrolls there. A frame that holds a page of ours shows none to us. */
function isAsleep({ loading, contentDocument }: HTMLIFrameElement): boolean {
  return loading === 'lazy' && contentDocument?.URL === 'about:blank';
}

/** A length that is not known is NaN, which JSON makes null. */
const readNumber = (value: unknown) => (typeof value === 'object' ? 0 : Number(value)) || 0;
