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
  type MethodMessage,
  type MethodName,
  STANDARD_EVENTS,
  STANDARD_METHODS,
} from './frame-protocol.ts';

const ANSWER_TIMEOUT_MS = 10_000;

export interface EmbedControllerOptions {
  /** Milliseconds until a promise is rejected with `timeout`, waiting for `ready` included. Default 10,000. */
  timeoutMs?: number;
}

/**
 * A player in a frame, from the page around it. Getters resolve with the player's answer, everything else
 * once it was handed to the player. Rejections are `EmbedError`s; a promise that nobody waits for reports nothing.
 */
export interface EmbedController {
  readonly iframe: HTMLIFrameElement;
  /** Resolves with what the player can do as soon as it says `ready`. */
  ready(): Promise<EmbedCapabilities>;
  /** Whether the player said in `ready` that it has that. False before. */
  supports(kind: 'method' | 'event', name: MethodName | EventName): boolean;
  /** Returns a function that removes the listener. An event that the player does not offer never comes. */
  on<Name extends EventName>(event: Name, listener: Listener<EmbedEvents[Name]>): () => void;
  play(): Promise<void>;
  pause(): Promise<void>;
  getPaused(): Promise<boolean>;
  mute(): Promise<void>;
  unmute(): Promise<void>;
  getMuted(): Promise<boolean>;
  /** 0 to 100. */
  setVolume(volume: number): Promise<void>;
  /** 0 to 100. */
  getVolume(): Promise<number>;
  /** Seconds; 0 while unknown or live. */
  getDuration(): Promise<number>;
  /** Seconds. */
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
  /** 0.5 to 3. */
  setPlaybackRate(rate: number): Promise<void>;
  getPlaybackRate(): Promise<number>;
  /** Leaves no listener, timer or pending promise: those reject with `destroyed`. The frame stays. */
  destroy(): void;
}

interface Call {
  method: MethodName | 'ready';
  value: unknown;
  resolve(value: unknown): void;
  reject(reason: EmbedErrorReason): void;
}

interface Message extends MethodMessage {
  method: MethodName;
}

/**
 * Controls any player that speaks Player.js. Works whether the frame has loaded, is loading or will (lazily),
 * and goes on when it loads anew, moves in the document or shows another player.
 *
 * Listens only to that frame's window, and only while it holds the origin of its `src`. A frame that is
 * sandboxed without `allow-same-origin` has the opaque origin `null`, which names nobody: there the window
 * alone must do, and messages to it go out to whatever it holds.
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
  let capabilities: EmbedCapabilities | null = null;
  let count = 0;

  function post(message: Message, target = isOpaque(iframe) ? '*' : originOf(iframe)): void {
    if (target) iframe.contentWindow?.postMessage(encodeMethod(message), target);
  }

  /** Asks for `ready` once more: it may have been said before anyone listened. */
  function ask(): void {
    // The frame may not hold its player yet, and browsers complain of a target that is not there.
    if (!capabilities) post({ method: 'addEventListener', value: 'ready', listener: id }, '*');
  }

  function supports(kind: 'method' | 'event', name: string): boolean {
    return capabilities?.[`${kind}s`].includes(name) ?? false;
  }

  function subscribe(method: 'addEventListener' | 'removeEventListener', name: EventName): void {
    if (name !== 'ready' && supports('event', name)) post({ method, value: name, listener: id });
  }

  function send(listener: string, { method, value, resolve, reject }: Call): void {
    if (method === 'ready') resolve(capabilities);
    else if (!supports('method', method)) reject('unsupported');
    else {
      post({ method, value, listener });
      if (!method.startsWith('get')) resolve(undefined);
    }
  }

  function request<Answer>(
    method: Call['method'],
    read: (answer: unknown) => Answer,
    value?: unknown,
  ): Promise<Answer> {
    const promise = new Promise<Answer>((resolve, reject) => {
      const listener = `${id}-${++count}`;
      const settled = () => {
        calls.delete(listener);
        cancel();
      };
      const call: Call = {
        method,
        value,
        resolve(answer) {
          settled();
          resolve(read(answer));
        },
        reject(reason) {
          settled();
          reject(new EmbedError(reason, method));
        },
      };
      const cancel = scope.timeout(() => call.reject('timeout'), timeoutMs);
      calls.set(listener, call);
      if (scope.disposed) call.reject('destroyed');
      else if (typeof value === 'number' && !Number.isFinite(value)) call.reject('invalid_value');
      else if (capabilities) send(listener, call);
    });
    promise.catch(() => {}); // who waits is told; nobody else wants it in their console
    return promise;
  }

  function onReady({ value, listener }: EventMessage): void {
    // The answer to another client of the same player. Unasked, it is a new document's.
    if (capabilities && listener != null && listener !== id) return;
    capabilities = readCapabilities(value);
    for (const name of listeners.keys()) subscribe('addEventListener', name);
    for (const [key, call] of [...calls]) send(key, call);
    emitter.emit('ready', capabilities);
  }

  scope.listen(view, 'message', (event) => {
    const { source, origin, data } = event as MessageEvent<unknown>;
    // Several players can share a page: the window tells them apart, the origin proves who sent it.
    if (!source || source !== iframe.contentWindow) return;
    if (origin !== originOf(iframe) && !(origin === 'null' && isOpaque(iframe))) return;
    const message = decodeEvent(data);
    if (!message) return;
    const { event: name, value, listener } = message;
    if (name === 'ready') {
      onReady(message);
      return;
    }
    for (const [key, { method, resolve }] of [...calls]) {
      if (method === name && (listener ?? key) === key) resolve(value);
    }
    if ((listener ?? id) === id) emitter.emit(name as EventName, value as never);
  });
  scope.listen(iframe, 'load', ask);
  scope.add(() => {
    for (const name of listeners.keys()) subscribe('removeEventListener', name);
    capabilities = null;
    for (const call of [...calls.values()]) call.reject('destroyed');
    emitter.clear();
  });
  ask();

  const act = (method: MethodName, value?: unknown) => request(method, () => {}, value);
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
    setVolume: (volume) => act('setVolume', volume),
    getVolume: () => number('getVolume'),
    getDuration: () => number('getDuration'),
    setCurrentTime: (seconds) => act('setCurrentTime', seconds),
    getCurrentTime: () => number('getCurrentTime'),
    setLoop: (loop) => act('setLoop', loop),
    getLoop: () => boolean('getLoop'),
    next: () => act('next'),
    prev: () => act('prev'),
    load: (resource) => act('load', resource),
    setPlaybackRate: (rate) => act('setPlaybackRate', rate),
    getPlaybackRate: () => number('getPlaybackRate'),
    destroy: scope.dispose,
  };
}

/** Of the frame's address; empty where it has none that a player could be at. */
function originOf({ src }: HTMLIFrameElement): string {
  return /^https?:/.test(src) ? new URL(src).origin : '';
}

/** A page that is itself sandboxed hands that on to its frames; a page from a file does not. */
function isOpaque(iframe: HTMLIFrameElement): boolean {
  const { sandbox } = iframe;
  const isSandboxed = iframe.hasAttribute('sandbox') && !sandbox.contains('allow-same-origin');
  return isSandboxed || iframe.ownerDocument.defaultView?.origin === 'null';
}

/** A length that is not known is NaN, which JSON makes null. */
const readNumber = (value: unknown) => (typeof value === 'object' ? 0 : Number(value));

/** A player that lists nothing is taken to have the standard's, as Player.js takes it. */
function readCapabilities(value: unknown): EmbedCapabilities {
  const { src, events, methods } = (value ?? {}) as Record<string, unknown>;
  return {
    src: typeof src === 'string' ? src : '',
    events: isNames(events) ? events : STANDARD_EVENTS,
    methods: isNames(methods) ? methods : STANDARD_METHODS,
  };
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');
