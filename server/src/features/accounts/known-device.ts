import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { accountKey } from './email-address.ts';
import { cookieName, isFromOwnPage, keepCookie } from './session-cookie.ts';

type DeviceDeps = Pick<FeatureDeps, 'config' | 'pushApp'>;

const LASTS_S = 400 * 86_400; // as long as browsers keep a cookie
const ACCOUNTS_MAX = 4; // members who share a device

const COOKIE = 'known';

/** Signed with the secret of the push app, which all processes of a host read from the database. */
const markOf = ({ pushApp }: DeviceDeps, email: string): string =>
  createHmac('sha256', pushApp.secret)
    .update(`device ${accountKey(email)}`)
    .digest('base64url');

const marksOf = (request: FastifyRequest, { config }: DeviceDeps): string[] =>
  (request.cookies[cookieName(COOKIE, config)] ?? '').split('.').filter(Boolean);

/** True if this browser has logged in to the account before. */
export function isKnownDevice(deps: DeviceDeps, request: FastifyRequest, email: string): boolean {
  const own = Buffer.from(markOf(deps, email));
  return marksOf(request, deps)
    .map((mark) => Buffer.from(mark))
    .some((mark) => mark.length === own.length && timingSafeEqual(mark, own));
}

/** After a login on our own pages, the browser is a known device of the account. It keeps the newest few accounts. */
export function rememberDevice(
  deps: DeviceDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  if (!isFromOwnPage(request, deps.config)) return;
  const own = markOf(deps, email);
  const others = marksOf(request, deps).filter((mark) => mark !== own);
  const value = [own, ...others].slice(0, ACCOUNTS_MAX).join('.');
  keepCookie(reply, deps.config, { name: COOKIE, value, lastsS: LASTS_S });
}
