import { createEmitter, type Listener } from '../lib/emitter.ts';
import {
  type EmbedEvents,
  type EventMessage,
  type EventName,
  isEventName,
  readPayload,
} from './frame-protocol.ts';
import type { Peer } from './peer.ts';

/** The page's listeners. The player sends an event while there is at least one listener for it. */
export interface Subscriptions {
  on<Name extends EventName>(event: Name, listener: Listener<EmbedEvents[Name]>): () => void;
  emit<Name extends EventName>(event: Name, value: EmbedEvents[Name]): void;
  hear(message: EventMessage): void;
  /** Requests the events of existing listeners from a new player. */
  renew(): void;
  end(): void;
}

export function createSubscriptions(id: string, peer: Peer): Subscriptions {
  const emitter = createEmitter<EmbedEvents>();
  const counts = new Map<EventName, number>();

  function subscribe(method: 'addEventListener' | 'removeEventListener', name: EventName): void {
    if (name === 'ready' || !peer.supports('event', name)) return;
    peer.post({ method, value: name, listener: id });
  }

  function change(name: EventName, by: 1 | -1): void {
    const before = counts.get(name) ?? 0;
    const after = before + by;
    if (after === 0) counts.delete(name);
    else counts.set(name, after);
    if (before === 0) subscribe('addEventListener', name);
    if (after === 0) subscribe('removeEventListener', name);
  }

  function each(method: 'addEventListener' | 'removeEventListener'): void {
    for (const name of counts.keys()) subscribe(method, name);
  }

  return {
    on(name, listener) {
      const off = emitter.on(name, listener);
      change(name, 1);
      let isOn = true;
      return () => {
        if (!isOn) return;
        isOn = false;
        off();
        // After `end` nothing is counted.
        if (counts.has(name)) change(name, -1);
      };
    },
    emit: emitter.emit,
    hear({ event, value, listener = id }) {
      if (isEventName(event) && listener === id) emitter.emit(event, readPayload(event, value));
    },
    renew: () => each('addEventListener'),
    end() {
      each('removeEventListener');
      counts.clear();
      emitter.clear();
    },
  };
}
