import { ALL_SITE_ROUTES, type PlainPage, SIGN_IN_PAGES } from 'earshot-site/contract';
import type { FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  describeSecondFactor,
  endSecondFactor,
  findSetUp,
  renewRecoveryCodes,
  type SetUp,
  useSecondFactor,
} from '../second-factor/second-factor.ts';
import { getOwnUser } from '../users/users.ts';
import { sendSignInChange } from './account-mails.ts';
import { confirmPassword } from './confirm-password.ts';
import { PageBody, type PlainPageFeature } from './plain-pages.ts';
import { lockAccount } from './repository.ts';
import { lockLogin } from './sessions.ts';

type PageDeps = Pick<FeatureDeps, 'config' | 'database' | 'mail' | 'passwords'>;

/** The fields of a form of this page. */
interface Typed {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Where a member sets up an authenticator app, makes new recovery codes, and turns the second factor off. It works without
 * scripts, so that no script sees the secret.
 */
export const secondFactorPage: PlainPageFeature = async (app, deps) => {
  const { database, pages } = deps;
  const path = sitePath('second_factor');

  /** The name of the account in the app. */
  async function accountOf(userId: number): Promise<{ account: string; hasPassword: boolean }> {
    const user = await getOwnUser(deps, userId);
    return { account: user.email ?? user.permalink, hasPassword: user.has_password };
  }

  async function pageOf(userId: number, messages: readonly string[] = []): Promise<PlainPage> {
    const { isOn, codesLeft } = await describeSecondFactor(database, userId);
    const { hasPassword } = await accountOf(userId);
    return isOn
      ? { page: 'second_factor', codesLeft, hasPassword, messages }
      : { page: 'second_factor_off', hasPassword, messages };
  }

  app.get(path, {
    schema: { hide: true },
    async handler(request, reply) {
      if (request.actor.userId === null) {
        const query = new URLSearchParams({ redirect: SIGN_IN_PAGES.second_factor });
        return reply.redirect(`${ALL_SITE_ROUTES.login}?${query}`, 302);
      }
      return pages.send(request, reply, await pageOf(memberId(request)));
    },
  });

  async function begin(userId: number, typed: Typed): Promise<PlainPage> {
    await provePassword(deps, userId, typed);
    const setUp = await beginSecondFactor(deps, { userId, ...(await accountOf(userId)) });
    return setUpPage(setUp, []);
  }

  async function confirm(request: FastifyRequest, userId: number, { code = '' }: Typed) {
    request.actsFor = userId;
    const language = languageOf(request);
    const codes = await database.transaction().execute(async (transaction) => {
      await lockLogin(transaction, request.actor);
      const made = await confirmSecondFactor(deps, transaction, { userId, code });
      await sendSignInChange(transaction, deps, { kind: 'second_factor_on', userId, language });
      return made;
    });
    return { page: 'second_factor_codes', codes, isNew: true } as const;
  }

  async function renew(userId: number, { code = '' }: Typed): Promise<PlainPage> {
    await useSecondFactor(deps, { userId, code });
    const codes = await database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, userId);
      return renewRecoveryCodes(transaction, userId);
    });
    return { page: 'second_factor_codes', codes, isNew: false };
  }

  async function turnOff(request: FastifyRequest, userId: number, typed: Typed) {
    await proveOwner(deps, userId, typed);
    request.actsFor = userId;
    const language = languageOf(request);
    await database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, userId);
      const wasOn = await endSecondFactor(transaction, userId);
      if (wasOn)
        await sendSignInChange(transaction, deps, { kind: 'second_factor_off', userId, language });
    });
    return pageOf(userId);
  }

  /** Each form of the page names its step. A page after a wrong code is that of the same step. */
  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, body: PageBody },
    async handler(request, reply) {
      if (request.actor.userId === null) return reply.redirect(ALL_SITE_ROUTES.login, 303);
      const userId = memberId(request);
      const { token: step, ...typed } = request.body;
      await app.rateLimits.take(step === 'begin' ? 'login' : 'code', { account: `user ${userId}` });
      const steps = {
        begin: () => begin(userId, typed),
        confirm: () => confirm(request, userId, typed),
        renew: () => renew(userId, typed),
        off: () => turnOff(request, userId, typed),
      };
      const work = steps[step as keyof typeof steps] ?? (() => pageOf(userId));
      const setUp =
        step === 'confirm' ? await findSetUp(deps, { userId, ...(await accountOf(userId)) }) : null;
      const current = await pageOf(userId);
      return pages.submit(request, reply, {
        work: async () => pages.send(request, reply, await work()),
        dead: async () => pages.send(request, reply, current),
        refused: (messages) => (setUp ? setUpPage(setUp, messages) : { ...current, messages }),
      });
    },
  });
};

const setUpPage = (setUp: SetUp, messages: readonly string[]) =>
  ({ page: 'second_factor_set_up', ...setUp, messages }) as const;

/**
 * The password, or a code, proves that the owner turns the second factor off.
 * @throws AppError INVALID_REQUEST
 */
async function proveOwner(deps: PageDeps, userId: number, typed: Typed) {
  if (typed.code) {
    await useSecondFactor(deps, { userId, code: typed.code });
    return;
  }
  const { hash } = await provePassword(deps, userId, typed);
  if (hash === null) throw invalid('code', 'required');
}

const provePassword = (deps: PageDeps, userId: number, { password }: Typed) =>
  confirmPassword(deps, {
    userId,
    given: password || undefined,
    field: 'password',
    missing: 'required_for_second_factor',
  });
