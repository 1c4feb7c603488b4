import type { Database } from '../database/database.ts';
import { newSecret } from '../secrets.ts';

/** An app in the terms of Pusher. */
export interface PushApp {
  /** Identifies the app. Pages show it. */
  key: string;
  /** Signs the admission to private channels. It never leaves the server. */
  secret: string;
}

const KEY_LENGTH = 20;

/** The app of this host. The first process makes it, and all others find it in the database. */
export async function readPushApp(database: Database): Promise<PushApp> {
  await database
    .insertInto('push_app')
    .values({ app_key: newSecret().slice(0, KEY_LENGTH), secret: newSecret() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { app_key, secret } = await database
    .selectFrom('push_app')
    .select(['app_key', 'secret'])
    .executeTakeFirstOrThrow();
  return { key: app_key, secret };
}
