import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from './connection.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Watch } from './watch.ts';

export interface ListenHandlers {
  onNotify(payload: string): void;
  /** From now on notifications may be missed. */
  onLost(): void;
  /** From now on every notification arrives. Called after the start and after each loss. */
  onBack(): void;
}

export interface Listener {
  /** Calls the handlers until the returned function is called. */
  listen(channel: string, handlers: ListenHandlers): () => void;
  close(): Promise<void>;
}

interface Subscription extends ListenHandlers {
  channel: string;
  isOn: boolean;
}

const CONNECT_WITHIN_MS = 3_000;
const RETRY_MS = 250;
// A silently dead connection is noticed because a query gets no answer.
const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

/** Receives notifications for all channels on one connection, which it reopens after a loss. */
export function createListener(server: DatabaseServer, watch: Watch): Listener {
  const subscriptions = new Set<Subscription>();
  let connection: Connection | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;
  watch.events.on('lost', () => connection?.cut());

  async function run(): Promise<void> {
    while (!isClosed) {
      await watch.whenBack();
      await serve().catch(() => {}); // the watch reports a database that does not answer
      connection = null;
      switchOff();
      if (!isClosed) await sleep(RETRY_MS);
    }
  }

  /** Ends with the connection. */
  async function serve(): Promise<void> {
    const opened = new Connection({
      connectionString: server.connectionString(),
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    const ended = new Promise<void>((resolve) => opened.once('end', resolve));
    opened.on('error', watch.suspect);
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of [...subscriptions]) {
        if (subscription.isOn && subscription.channel === channel) subscription.onNotify(payload);
      }
    });
    await opened.connect();
    const asking = setInterval(() => {
      opened.query('select 1').catch(() => opened.cut());
    }, ASK_EVERY_MS);
    try {
      for (const subscription of subscriptions) await switchOn(opened, subscription);
      connection = opened;
      // Subscriptions that were added while the others were activated.
      for (const subscription of subscriptions) await switchOn(opened, subscription);
      if (!isClosed) await ended; // `close` has cut nothing while `connection` was null
    } finally {
      clearInterval(asking);
      opened.cut();
    }
  }

  async function switchOn(opened: Connection, subscription: Subscription): Promise<void> {
    if (subscription.isOn) return;
    await opened.inTurn(`listen ${pg.escapeIdentifier(subscription.channel)}`);
    if (subscription.isOn || !subscriptions.has(subscription)) return;
    subscription.isOn = true;
    subscription.onBack();
  }

  function switchOff(): void {
    for (const subscription of [...subscriptions]) {
      if (!subscription.isOn) continue;
      subscription.isOn = false;
      subscription.onLost();
    }
  }

  return {
    listen(channel, handlers) {
      const subscription: Subscription = { ...handlers, channel, isOn: false };
      subscriptions.add(subscription);
      running ??= run().catch(() => {}); // given up: the process ends
      if (connection) switchOn(connection, subscription).catch(() => connection?.cut());
      return () => subscriptions.delete(subscription);
    },
    async close() {
      isClosed = true;
      subscriptions.clear();
      connection?.cut();
      await running;
    },
  };
}
