import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from '../database/listener.ts';
import { hearPostgresEvents } from './postgres-broker.ts';
import type { PushApp } from './push-app.ts';
import type { EventReceiver } from './receive-events.ts';
import { hearRedisEvents } from './redis-broker.ts';

export interface HearOptions {
  config: { redisUrl: string | null };
  pushApp: PushApp;
  listen: Listener['listen'];
}

// A lost Redis or database must not block the start of the server.
const BEGIN_WITHIN_MS = 5_000;

/**
 * Receives the events of all processes until the returned function is called, and resolves once it does: a client
 * that then joins a channel misses nothing. The database carries the events while Redis is lost.
 */
export async function hearEvents(
  { config: { redisUrl }, pushApp, listen }: HearOptions,
  receiver: EventReceiver,
): Promise<() => void> {
  const hearings = [hearPostgresEvents(listen, receiver)];
  if (redisUrl !== null) {
    hearings.push(await hearRedisEvents(redisUrl, { app: pushApp, ...receiver }));
  }
  await Promise.race([
    Promise.all(hearings.map(({ begun }) => begun)),
    sleep(BEGIN_WITHIN_MS, undefined, { ref: false }),
  ]);
  return () => {
    for (const { stop } of hearings) stop();
  };
}
