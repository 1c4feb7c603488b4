import type { Listener } from '../database/listener.ts';
import { hearPostgresEvents } from './postgres-broker.ts';
import type { PushApp } from './push-app.ts';
import type { PushEvent } from './push-event.ts';
import { hearRedisEvents } from './redis-broker.ts';

export interface HearOptions {
  config: { redisUrl: string | null };
  pushApp: PushApp;
  listen: Listener['listen'];
}

/** Hears the events of all processes until the returned function is called. The database carries them while Redis is lost. */
export async function hearEvents(
  { config: { redisUrl }, pushApp, listen }: HearOptions,
  onEvent: (event: PushEvent) => void,
): Promise<() => void> {
  const ends = [hearPostgresEvents(listen, { onEvent })];
  if (redisUrl !== null) ends.push(await hearRedisEvents(redisUrl, { app: pushApp, onEvent }));
  return () => {
    for (const end of ends) end();
  };
}
