const RECONNECT_WITHIN_MS = 2_000;
// A connection that died silently is noticed because a ping gets no answer.
const PING_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

/** Messages that are being heard. */
export interface Hearing {
  /** Resolves when the first message can arrive. */
  begun: Promise<void>;
  stop(): void;
}

/** Hears the messages of a Redis channel. It connects again after each loss. Messages of the time between are lost. */
export async function hearRedis(
  url: string,
  { channel, onMessage }: { channel: string; onMessage(text: string): void },
): Promise<Hearing> {
  const { Redis } = await import('ioredis'); // only hosts with a Redis pay for it
  const redis = new Redis(url, {
    maxRetriesPerRequest: null, // the subscription waits until Redis is there
    retryStrategy: (times) => Math.min(times * 200, RECONNECT_WITHIN_MS),
  });
  redis.on('error', () => {}); // the broker reports the loss
  redis.on('message', (_channel, text) => onMessage(text));
  const begun = redis.subscribe(channel).then(
    () => {},
    () => {}, // the connection was given up before Redis was there
  );
  const asking = setInterval(() => {
    if (redis.status !== 'ready') return;
    const tooLate = setTimeout(() => redis.disconnect(true), ANSWER_WITHIN_MS).unref();
    redis.ping().then(
      () => clearTimeout(tooLate),
      () => clearTimeout(tooLate), // the connection has ended already
    );
  }, PING_EVERY_MS).unref();
  return {
    begun,
    stop() {
      clearInterval(asking);
      redis.disconnect();
    },
  };
}
