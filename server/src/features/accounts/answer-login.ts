import type { Login } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { getOwnUser } from '../users/users.ts';
import { setSessionCookie } from './session-cookie.ts';
import { endLogin, type NewLogin } from './sessions.ts';

type AnswerDeps = Pick<FeatureDeps, 'config' | 'database'>;

export interface Entered {
  userId: number;
  login: NewLogin;
}

/**
 * Gives a browser the cookie of its new login, and tells who is signed in. `isOwn`: something
 * else than the header `Origin` proves that the browser has asked for it.
 */
export async function answerLogin(
  deps: AnswerDeps,
  { request, reply, isOwn }: { request: FastifyRequest; reply: FastifyReply; isOwn?: true },
  { userId, login }: Entered,
): Promise<Login> {
  const { config, database } = deps;
  // The login brings a session of its own, so the session that this browser had before ends.
  if (request.actor.via === 'session') await endLogin(database, request.actor);
  setSessionCookie(request, reply, { secret: login.secret, config, ...(isOwn && { isOwn }) });
  const sso = { token: login.accessToken, expires_at: login.expiresAt.toISOString() };
  return { user: await getOwnUser(deps, userId), sso };
}
