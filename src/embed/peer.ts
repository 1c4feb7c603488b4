import type { Scope } from '../lib/scope.ts';
import { addressOf, isTrusted } from './frame-address.ts';
import {
  decodeEvent,
  type EmbedCapabilities,
  type EventMessage,
  encodeMethod,
  type MethodMessage,
  type MethodName,
  readPayload,
} from './frame-protocol.ts';

/** The player that sent `ready`. The other three fields distinguish it from a player that replaces it. */
interface PresentPlayer {
  readonly capabilities: EmbedCapabilities;
  readonly window: unknown;
  readonly origin: string;
  readonly address: string;
}

export interface PeerHandlers {
  /** A player is present: the first one, or one that replaces another. */
  ready(capabilities: EmbedCapabilities): void;
  /** The present player sent something. */
  message(message: EventMessage): void;
  /** The frame has loaded another document; its player has not sent `ready` yet. */
  replaced(): void;
}

/** The player in a frame, as seen through messages. */
export interface Peer {
  /** Null before the player has sent `ready`, and after the frame has left it. */
  capabilities(): EmbedCapabilities | null;
  supports(kind: 'method' | 'event', name: string): boolean;
  /** Does nothing while no player is there. */
  post(message: Message): void;
  /** Asks for `ready`, which the player may have sent before there was a listener. */
  ask(): void;
  forget(): void;
}

export interface PeerOptions {
  /** Marks our messages, so that the player's answers to other clients are not taken for ours. */
  readonly id: string;
  readonly iframe: HTMLIFrameElement;
  readonly view: Window;
  readonly scope: Scope;
}

type Message = MethodMessage & { method: MethodName };

type OnMessage = (event: MessageEvent) => void;

/**
 * A window lasts longer than its frames, which it would keep alive by their listeners. A closure would hold what is around
 * it.
 */
function callWeak(this: WeakRef<OnMessage>, event: MessageEvent): void {
  this.deref()?.(event);
}

/**
 * Listens only to the frame's window, and only while it has the origin of the frame's `src`. A frame that is
 * sandboxed without `allow-same-origin` has the opaque origin `null`, which identifies no site: there only the window
 * counts, and messages go to any document in the frame.
 */
export function connectPeer(
  { id, iframe, view, scope }: PeerOptions,
  handlers: PeerHandlers,
): Peer {
  let player: PresentPlayer | null = null;
  /** The document of `player` has fired `load` as well: the next `load` is another document's. */
  let isLoaded = false;

  function present(): PresentPlayer | null {
    const isThere =
      player?.window === iframe.contentWindow && player?.address === addressOf(iframe);
    return isThere ? player : null;
  }

  function hear(message: EventMessage, origin: string): void {
    if (message.event !== 'ready') {
      if (present()) handlers.message(message);
      return;
    }
    // With a listener it is an answer, to this client or another one. Without one, a new document has sent it.
    const isAnswer = message.listener != null;
    if (isAnswer && present()) return;
    if (!isAnswer && player) isLoaded = false;
    const capabilities = readPayload('ready', message.value);
    player = { capabilities, origin, window: iframe.contentWindow, address: addressOf(iframe) };
    handlers.ready(capabilities);
  }

  function send(message: Message, target: string): void {
    iframe.contentWindow?.postMessage(encodeMethod(message), target);
  }

  /**
   * To any origin: the frame may not contain its player yet, and browsers complain if the named origin is not there.
   */
  function ask(): void {
    send({ method: 'addEventListener', value: 'ready', listener: id }, '*');
  }

  const onMessage = ({ source, origin, data }: MessageEvent) => {
    // Several players can share a page: the window distinguishes them, the origin proves who sent it.
    if (!source || source !== iframe.contentWindow || !isTrusted(iframe, origin)) return;
    const message = decodeEvent(data);
    if (message) hear(message, origin);
  };
  scope.listen(view, 'message', callWeak.bind(new WeakRef(onMessage)));
  // Keeps it for as long as there is a frame. Frames get no such event.
  scope.listen(iframe, 'message', onMessage);
  scope.listen(iframe, 'load', () => {
    if (isLoaded) {
      player = null;
      handlers.replaced();
    }
    isLoaded = true;
    if (!present()) ask();
  });

  return {
    capabilities: () => present()?.capabilities ?? null,
    supports: (kind, name) => present()?.capabilities[`${kind}s`].includes(name) ?? false,
    post(message) {
      const origin = present()?.origin;
      if (origin) send(message, origin === 'null' ? '*' : origin);
    },
    ask,
    forget() {
      player = null;
    },
  };
}
