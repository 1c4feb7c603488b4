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
 * Sends the cookie of a new login to a browser, and the signed-in user. `isOwn`: something other than the header
 * `Origin` proves that the browser has requested it.
 */
export async function answerLogin(
  deps: AnswerDeps,
  { request, reply, isOwn }: { request: FastifyRequest; reply: FastifyReply; isOwn?: true },
  { userId, login }: Entered,
): Promise<Login> {
  const { config, database } = deps;
  // The login creates a new session, so the browser's previous session ends.
  if (request.actor.via === 'session') await endLogin(database, request.actor);
  setSessionCookie(request, reply, { secret: login.secret, config, ...(isOwn && { isOwn }) });
  const sso = { token: login.accessToken, expires_at: login.expiresAt.toISOString() };
  return { user: await getOwnUser(deps, userId), sso };
}
