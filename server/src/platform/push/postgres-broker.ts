import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { Hearing } from './hear-redis.ts';
import type { Broker } from './push.ts';
import { EVENT_MAX_BYTES } from './push-event.ts';
import { type EventReceiver, receiveEvents } from './receive-events.ts';

const CHANNEL = 'push';

/** Sends every event to all processes that listen to the database. Too large events are dropped. */
export function createPostgresBroker(database: Database): Broker {
  return {
    async send(events) {
      const payloads = events
        .map((event) => JSON.stringify(event))
        .filter((payload) => Buffer.byteLength(payload) <= EVENT_MAX_BYTES);
      if (payloads.length === 0) return;
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(
        database,
      );
    },
  };
}

/**
 * Receives the events that the brokers of all processes send through the database. Events are lost while the database
 * is: browsers also ask once a minute.
 */
export function hearPostgresEvents(listen: Listener['listen'], receiver: EventReceiver): Hearing {
  let stop = () => {};
  const begun = new Promise<void>((onBack) => {
    stop = listen(CHANNEL, { onNotify: receiveEvents(receiver), onLost() {}, onBack });
  });
  return { begun, stop };
}
