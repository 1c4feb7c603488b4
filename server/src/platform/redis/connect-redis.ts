import type { Redis } from 'ioredis';

const ANSWERS_WITHIN_MS = 500;
const RECONNECT_WITHIN_MS = 5_000;

/**
 * A connection for commands that reconnects after a loss. A lost Redis must not delay requests: commands are not
 * queued, and none waits for long. The caller reports the loss.
 */
export async function connectRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis'); // loaded only on hosts with Redis
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWERS_WITHIN_MS,
    retryStrategy: (times) => Math.min(times * 200, RECONNECT_WITHIN_MS),
  });
  redis.on('error', () => {}); // an unheard error would end the process
  return redis;
}
