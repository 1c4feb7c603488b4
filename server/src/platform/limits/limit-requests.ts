import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { apiPrefix } from '../http/paths.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import { tellBalances } from './limit-headers.ts';
import type { LimitName } from './limit-table.ts';
import { limitedAddress } from './limited-address.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { createCounters } from './shared-counter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of the route, see `LIMITS`. Writes without one have the limit `write`. */
    limit?: LimitName;
  }
  interface FastifyInstance {
    /** For limits that do not count by signed-in user, such as the e-mail address of a login. */
    rateLimits: RateLimits;
  }
}

export interface LimitOptions {
  database: Database;
  config: { apiUrl: string; redisUrl: string | null; rateLimits: 'on' | 'off' };
}

const WRITES = /^(POST|PUT|PATCH|DELETE)$/;

/** Refuses requests of clients that send too many, before permissions are checked and before the body is read. */
export async function limitRequests(
  app: FastifyInstance,
  { database, config }: LimitOptions,
): Promise<void> {
  const redis = config.redisUrl === null ? null : await connectRedis(config.redisUrl);
  if (redis) app.addHook('onClose', async () => redis.disconnect());
  const report = (level: 'info' | 'warn' | 'error', text: string) => app.log[level](text);
  const limits = createRateLimits(createCounters({ database, redis, report }));
  app.decorate('rateLimits', config.rateLimits === 'on' ? limits : { take: async () => [] });

  const prefix = `${apiPrefix(config.apiUrl)}/`;
  app.addHook('onRoute', (route) => {
    const isWrite = [route.method].flat().every((method) => WRITES.test(method));
    if (!isWrite || !route.url.startsWith(prefix) || route.config?.limit) return;
    route.config = { ...route.config, limit: 'write' };
  });
  app.addHook('onRequest', ({ routeOptions, actor, clientAddress }, reply, done) => {
    const { limit } = routeOptions.config;
    if (limit === undefined) return done();
    const counted = { account: actor.userId, address: limitedAddress(clientAddress) };
    app.rateLimits.take(limit, counted).then((balances) => {
      tellBalances(reply, balances);
      done();
    }, done);
  });
}
