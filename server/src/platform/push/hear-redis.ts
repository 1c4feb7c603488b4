const RECONNECT_WITHIN_MS = 2_000;
// A silently dead connection is noticed because a ping gets no answer.
const PING_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

/** A running subscription. */
export interface Hearing {
  /** Resolves when the first message can arrive. */
  begun: Promise<void>;
  stop(): void;
}

/** Receives the messages of a Redis channel, and reconnects after each loss. Messages in between are lost. */
export async function hearRedis(
  url: string,
  { channel, onMessage }: { channel: string; onMessage(text: string): void },
): Promise<Hearing> {
  const { Redis } = await import('ioredis'); // loaded only on hosts with Redis
  const redis = new Redis(url, {
    maxRetriesPerRequest: null, // the subscription waits until Redis is available
    autoResubscribe: false, // if the connection ends meanwhile, its failure would have no handler
    retryStrategy: (times) => Math.min(times * 200, RECONNECT_WITHIN_MS),
  });
  redis.on('error', () => {}); // the broker reports the loss
  redis.on('message', (_channel, text) => onMessage(text));
  const begun = new Promise<void>((resolve) => {
    redis.on('ready', () => {
      redis.subscribe(channel).then(
        () => resolve(),
        () => {}, // the next connection subscribes again
      );
    });
    redis.once('end', resolve); // stopped before Redis was available
  });
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
