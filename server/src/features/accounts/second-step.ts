import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { hostKey } from '../../platform/host-key.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { reportFailed } from '../../platform/http/report-refused.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { hasSecondFactor, useSecondFactor } from '../second-factor/second-factor.ts';
import { sendSignInChange } from './account-mails.ts';
import { findAccount } from './repository.ts';
import { cookieName, isFromOwnPage, keepCookie } from './session-cookie.ts';

const LASTS_S = 600;

type StepDeps = Pick<FeatureDeps, 'config' | 'database' | 'mail'>;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The cookie of a browser that has sent the right password, and not yet the code. Only this host can read it. */
interface HeldStep {
  userId: number;
  /** Changes with the password. */
  mark: string;
  until: number;
}

const COOKIE = 'login-step';

const markOf = (passwordHash: string | null) =>
  hashSecret(passwordHash ?? '').toString('base64url');

/**
 * The second step of a sign-in: an account with a second factor needs a code besides.
 * @throws AppError INVALID_REQUEST for a missing, wrong or used code, with a message about the field `code`
 */
export async function passSecondStep(
  app: FastifyInstance,
  deps: StepDeps,
  { request, userId, code }: { request: FastifyRequest; userId: number; code: string | undefined },
): Promise<void> {
  const { database } = deps;
  if (!(await hasSecondFactor(database, userId))) return;
  if (!code) throw new Refusal('INVALID_REQUEST', [NEEDED]);
  await app.rateLimits.take('code', { account: `user ${userId}` });
  const failed = reportFailed(request, 'wrong-code');
  const used = await useSecondFactor(deps, { userId, code }).catch(failed);
  if (used === 'app') return;
  const language = languageOf(request);
  await sendSignInChange(database, deps, { kind: 'recovery_used', userId, language });
}

const NEEDED = { field: 'code', words: 'code_needed' } as const;

/** True if a sign-in lacks the code of the second step. */
export const needsCode = (error: unknown): boolean =>
  error instanceof Refusal && error.said[0]?.words === NEEDED.words;

/** Lets the browser type the code on the next page, without the password. */
export async function holdStep(
  { request, reply }: Exchange,
  { config, database }: StepDeps,
  userId: number,
): Promise<void> {
  if (!isFromOwnPage(request, config)) return;
  const account = await findAccount(database, userId);
  const mark = markOf(account?.password_hash ?? null);
  const held: HeldStep = { userId, mark, until: Date.now() + LASTS_S * 1_000 };
  const value = seal(held, await hostKey(config)).toString('base64url');
  keepCookie(reply, config, { name: COOKIE, value, lastsS: LASTS_S });
}

/** The user whose password this browser has just sent. Null if that is too long ago, or the password has changed. */
export async function heldStep(
  request: FastifyRequest,
  { config, database }: Pick<StepDeps, 'config' | 'database'>,
): Promise<number | null> {
  const value = request.cookies[cookieName(COOKIE, config)];
  if (!value) return null;
  const held = unseal<HeldStep>(Buffer.from(value, 'base64url'), await hostKey(config));
  if (!held || held.until < Date.now()) return null;
  const account = await findAccount(database, held.userId);
  return account && markOf(account.password_hash) === held.mark ? held.userId : null;
}

/** After the login, a browser that holds the first step no longer needs it. */
export function dropStep({ request, reply }: Exchange, config: FeatureDeps['config']): void {
  if (request.cookies[cookieName(COOKIE, config)])
    keepCookie(reply, config, { name: COOKIE, value: null, lastsS: LASTS_S });
}
