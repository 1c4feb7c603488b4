import { OWN_SITE_ROUTES } from 'earshot/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { stateOfLink } from './email-links.ts';
import { createPageKit, LinkQuery, PageBody, tokenField } from './page-kit.ts';
import { verifyEmail } from './prove-email.ts';
import { WHY_DEAD } from './why-dead.ts';

/** Confirms an address. Programs that look at mails open their links, so only the button confirms. */
export const verifyPage: Feature = async (app, deps) => {
  const { config, database } = deps;
  const { errorHandler, send, submit, textFor } = createPageKit(deps);
  const path = sitePath('login_verify');
  const own = (page: 'home' | 'settings') => config.siteUrl + OWN_SITE_ROUTES[page];

  /** Says why the link does not work, and where there is another one. */
  async function sendDead(request: FastifyRequest, reply: FastifyReply, secret: string) {
    const state = await stateOfLink(database, { purpose: 'verify', secret });
    const text = textFor(request);
    const isUsed = state === 'used';
    return send(request, reply, {
      status: 404,
      title: text('link_dead'),
      text: `${text(WHY_DEAD[state])} ${text(isUsed ? 'verify_used' : 'verify_again')}`,
      link: isUsed
        ? { href: own('home'), text: text('to_own_home') }
        : { href: own('settings'), text: text('to_settings') },
    });
  }

  app.get(
    path,
    { errorHandler, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token = '' } = request.query;
      const state = await stateOfLink(database, { purpose: 'verify', secret: token });
      if (state !== 'alive') return sendDead(request, reply, token);
      const text = textFor(request);
      const form = { fields: [tokenField(token)], button: text('verify_button') };
      return send(request, reply, { title: text('verify_title'), form });
    },
  );

  app.post(
    path,
    { errorHandler, config: { limit: 'login' }, schema: { hide: true, body: PageBody } },
    async (request, reply) => {
      const { token = '' } = request.body;
      return submit(request, reply, {
        title: 'verify_title',
        dead: () => sendDead(request, reply, token),
        async work(text) {
          await verifyEmail({ database }, token);
          const link = { href: own('home'), text: text('to_own_home') };
          return send(request, reply, { title: text('verify_done'), link });
        },
      });
    },
  );
};
