import type { Database } from '../database/database.ts';
import type { Report } from '../database/watch.ts';
import { createPostgresBroker } from './postgres-broker.ts';
import { createPush, type Push } from './push.ts';
import { type PushApp, readPushApp } from './push-app.ts';
import type { PusherSettings } from './pusher-broker.ts';
import { createPusherBroker } from './pusher-broker.ts';
import { createRedisBroker } from './redis-broker.ts';

export interface PushOptions {
  config: { pusher: PusherSettings | null; redisUrl: string | null };
  database: Database;
  report: Report;
}

/** Push through the configured service, or else by this server itself. */
export async function openPush({
  config: { pusher, redisUrl },
  database,
  report,
}: PushOptions): Promise<{ push: Push; pushApp: PushApp }> {
  const onLost = ({ message }: Error) => report('warn', `Push events are lost: ${message}`);
  if (pusher) return { push: createPush(createPusherBroker(pusher), onLost), pushApp: pusher };
  const pushApp = await readPushApp(database);
  const postgres = createPostgresBroker(database);
  const broker =
    redisUrl === null
      ? postgres
      : await createRedisBroker({ url: redisUrl, app: pushApp, instead: postgres, report });
  return { push: createPush(broker, onLost), pushApp };
}
