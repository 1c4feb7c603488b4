import type { Report } from '../database/watch.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import { type Hearing, hearRedis } from './hear-redis.ts';
import type { Broker } from './push.ts';
import type { PushApp } from './push-app.ts';
import type { PushEvent } from './push-event.ts';
import { type EventReceiver, receiveEvents } from './receive-events.ts';

// When Redis is back, the other processes need a moment to receive it again.
const REST_MS = 5_000;

/** Hosts that share a Redis have different apps. */
const channelOf = ({ key }: Pick<PushApp, 'key'>): string => `earshot:push:${key}`;

export interface RedisBrokerOptions {
  url: string;
  app: Pick<PushApp, 'key'>;
  /** Carries the events while Redis is lost. */
  instead: Broker;
  report: Report;
}

/**
 * Sends every event to all processes that listen to Redis. A process may get an event twice if Redis was slow to
 * answer.
 */
export async function createRedisBroker({
  url,
  app,
  instead,
  report,
}: RedisBrokerOptions): Promise<Broker> {
  const redis = await connectRedis(url);
  let readyAt = Number.POSITIVE_INFINITY;
  let isLost = false;

  function lose(reason: string): void {
    if (!isLost) report('warn', `Push events go through the database: ${reason}`);
    isLost = true;
  }
  function onClose(): void {
    readyAt = Number.POSITIVE_INFINITY;
    lose('Redis is lost.');
  }
  redis.on('close', onClose);
  redis.on('ready', () => {
    readyAt = Date.now() + (isLost ? REST_MS : 0);
  });

  async function publish(events: readonly PushEvent[]): Promise<boolean> {
    if (Date.now() < readyAt) return false;
    try {
      const hearers = await redis.publish(channelOf(app), JSON.stringify(events));
      if (isLost) report('info', 'Push events go through Redis again.');
      isLost = false;
      return hearers > 0;
    } catch (error) {
      readyAt = Math.max(readyAt, Date.now() + REST_MS);
      lose((error as Error).message);
      return false;
    }
  }

  return {
    async send(events) {
      if (!(await publish(events))) await instead.send(events);
    },
    close() {
      redis.off('close', onClose);
      redis.disconnect();
    },
  };
}

/** Receives the events that the brokers of all processes send through Redis. */
export function hearRedisEvents(
  url: string,
  { app, ...receiver }: { app: Pick<PushApp, 'key'> } & EventReceiver,
): Promise<Hearing> {
  return hearRedis(url, { channel: channelOf(app), onMessage: receiveEvents(receiver) });
}
