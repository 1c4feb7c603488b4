import type { Redis } from 'ioredis';

const ANSWERS_WITHIN_MS = 500;
const RECONNECT_WITHIN_MS = 5_000;

/**
 * A connection for commands, which opens again after a loss. A lost Redis must not hold up requests: nothing waits in a queue,
 * and no command waits for long. The caller reports the loss.
 */
export async function connectRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis'); // only hosts with a Redis pay for it
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWERS_WITHIN_MS,
    retryStrategy: (times) => Math.min(times * 200, RECONNECT_WITHIN_MS),
  });
  redis.on('error', () => {}); // an unheard error would end the process
  return redis;
}
