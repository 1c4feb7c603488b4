import type { FastifyReply } from 'fastify';
import type { Balance, RateLimited } from './rate-limits.ts';

/** Headers of draft-ietf-httpapi-ratelimit-headers: all quotas, and the rest of the one that ends first. */
export function tellBalances(reply: FastifyReply, balances: readonly Balance[]): void {
  const [tightest] = [...balances].sort((a, b) => a.remaining - b.remaining);
  if (!tightest) return;
  const { name, remaining, resetMs } = tightest;
  reply.headers({
    'RateLimit-Policy': balances
      .map(({ name, quota }) => `"${name}";q=${quota.points};w=${quota.seconds}`)
      .join(', '),
    RateLimit: `"${name}";r=${Math.max(0, remaining)};t=${Math.ceil(resetMs / 1_000)}`,
  });
}

/** Sets Retry-After (RFC 9110, 10.2.3). */
export function tellRefusal(reply: FastifyReply, { balances, retryAfterS }: RateLimited): void {
  tellBalances(reply, balances);
  reply.header('Retry-After', retryAfterS);
}
