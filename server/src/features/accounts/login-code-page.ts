import { addressAfterLogin } from 'earshot-site/contract';
import { Type } from 'typebox';
import { SERVED_PAGES, sitePath } from '../../platform/http/paths.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { answerLogin } from './answer-login.ts';
import { rememberDevice } from './known-device.ts';
import { PageBody, type PlainPageFeature } from './plain-pages.ts';
import { findAccount } from './repository.ts';
import { dropStep, heldStep, passSecondStep } from './second-step.ts';
import { signIn } from './sessions.ts';

const Next = Type.Object({ redirect: Type.Optional(Type.String({ maxLength: 2_000 })) });

/** The second step of a login without scripts: the password came before, and this page asks for the code. */
export const loginCodePage: PlainPageFeature = async (app, deps) => {
  const { config, database, pages } = deps;
  const path = sitePath('login_code');

  const nextOf = (redirect: string | undefined) => addressAfterLogin(redirect, config.siteUrl);
  const at = (page: 'login' | 'login_code', redirect: string) =>
    `${SERVED_PAGES[page]}?${new URLSearchParams({ redirect })}`;

  const pageOf = (redirect: string, messages: readonly string[] = []) =>
    ({ page: 'login_code', action: at('login_code', redirect), redirect, messages }) as const;

  app.get(path, {
    schema: { hide: true, querystring: Next },
    async handler(request, reply) {
      const redirect = nextOf(request.query.redirect);
      if (request.actor.userId !== null) return reply.redirect(redirect, 302);
      if ((await heldStep(request, deps)) === null)
        return reply.redirect(at('login', redirect), 302);
      return pages.send(request, reply, pageOf(redirect));
    },
  });

  app.post(path, {
    config: { limit: 'login' },
    schema: { hide: true, querystring: Next, body: PageBody },
    async handler(request, reply) {
      const redirect = nextOf(request.query.redirect);
      const userId = await heldStep(request, deps);
      const back = () => reply.redirect(at('login', redirect), 303);
      if (userId === null) return back();
      return pages.submit(request, reply, {
        async work() {
          await passSecondStep(app, deps, { request, userId, code: request.body.code });
          const userAgent = request.headers['user-agent'];
          const login = await signIn(database, { userId, userAgent }, async (transaction) => {
            if ((await heldStep(request, { config, database: transaction })) === null)
              throw new Refusal('NOT_SIGNED_IN', 'login_wrong');
          });
          await answerLogin(deps, { request, reply }, { userId, login });
          const account = await findAccount(database, userId);
          if (account?.email) rememberDevice(deps, { request, reply }, account.email);
          dropStep({ request, reply }, config);
          return reply.redirect(redirect, 303);
        },
        dead: back,
        refused: (messages) => pageOf(redirect, messages),
      });
    },
  });
};
