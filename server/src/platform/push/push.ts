import type { PushEvent } from './push-event.ts';

/** Carries events to every process of the host, or to another service. */
export interface Broker {
  /** Rejects if the events are lost. */
  send(events: readonly PushEvent[]): Promise<void>;
  /** Ends its own connections. */
  close?(): void;
}

/** Sends events to browsers without waiting. An event may be lost: browsers also ask once a minute. */
export interface Push {
  /**
   * Call it after the transaction that made the events true. It never throws. False if too many wait: these are lost.
   */
  publish(events: readonly PushEvent[]): boolean;
  /** Resolves when every earlier event has reached the broker, or is lost. */
  settle(): Promise<void>;
  /** Sends waiting events, and ends the connections of the broker. */
  close(): Promise<void>;
}

const WAITING_MAX = 10_000; // about 2 MB; more of them wait only if the broker stands still
const BATCH = 500;

/**
 * Events that arrive during a transmission are sent together, so that many of them cost few statements. `onLost`
 * receives the first loss after successful events, and the first event that finds no room.
 */
export function createPush(broker: Broker, onLost: (error: Error) => void = () => {}): Push {
  let waiting: PushEvent[] = [];
  let running: Promise<void> | null = null;
  let isLost = false;
  let isFull = false;

  async function send(batch: readonly PushEvent[]): Promise<void> {
    try {
      await broker.send(batch);
      isLost = false;
    } catch (error) {
      if (!isLost) onLost(error as Error);
      isLost = true;
    }
  }

  async function run(): Promise<void> {
    await null; // events that the caller publishes in the same turn are included
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await send(batch);
    }
    isFull = false;
    running = null;
  }

  function refuse(): false {
    if (!isFull) onLost(new Error(`${WAITING_MAX} events wait already`));
    isFull = true;
    return false;
  }

  const settle = async () => void (await running);

  return {
    publish(events) {
      if (waiting.length + events.length > WAITING_MAX) return refuse();
      waiting.push(...events);
      if (waiting.length > 0) running ??= run();
      return true;
    },
    settle,
    async close() {
      await settle();
      broker.close?.();
    },
  };
}
