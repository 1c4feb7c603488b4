import cookie from '@fastify/cookie';
import { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { FeatureDeps } from '../../feature.ts';
import { isPersonal } from '../../platform/cache/is-personal.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import { type Actor, ANONYMOUS, isSafe, UNKNOWN } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createKnownSessions } from './session-cache.ts';
import { isFromOwnPage, sessionCookieName } from './session-cookie.ts';
import { findByCookie, findByToken } from './sessions.ts';

/**
 * Identifies the sender of each request, by the bearer token or else by the session cookie. A request without either
 * costs no query, and neither does a read with the cookie of a known session. A write always queries the database.
 */
export async function identifyRequests(
  app: FastifyInstance,
  { database, changes, config }: Pick<FeatureDeps, 'database' | 'changes' | 'config'>,
): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('actor');
  const cookieName = sessionCookieName(config);
  const findKnown = createKnownSessions(database, changes);

  app.addHook('onRequest', (request, _reply, done) => {
    request.actor = ANONYMOUS;
    if (!isPersonal(request.headers)) return done();
    identify(request).then(() => done(), done);
  });

  async function identify(request: FastifyRequest): Promise<void> {
    const token = bearerToken(request);
    if (token !== null) {
      request.actor = await mustFind(findByToken(database, token));
      return;
    }
    const secret = request.cookies[cookieName];
    if (!secret) return;
    const isRead = isSafe(request.method);
    const found = isRead ? findKnown(secret).catch(orUnknown) : findByCookie(database, secret);
    request.actor = (await found) ?? ANONYMOUS;
    if (request.actor.via === 'session') refuseForeignOrigin(request, config);
  }
}

function orUnknown(error: unknown): Actor {
  if (error instanceof DatabaseUnavailable) return UNKNOWN;
  throw error;
}

/** RFC 6750, 2.1. Other schemes belong to a proxy in front of the server. */
function bearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

async function mustFind(found: Promise<Actor | null>): Promise<Actor> {
  const actor = await found;
  if (actor) return actor;
  throw new Refusal('NOT_SIGNED_IN', 'token_ended');
}

/** A browser also sends the cookie with forms of other sites. */
function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  if (isSafe(request.method) || isFromOwnPage(request, config)) return;
  throw new AppError('FORBIDDEN', {
    messages: ['Origin: must be this site, because the request is signed in by a cookie'],
  });
}
