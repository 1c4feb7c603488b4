import { AppError } from 'earshot/contract';
import type { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import type { FormPages } from './form-routes.ts';
import { callOwnApi } from './own-api.ts';
import { fillAction, gatherTicks, PAGE_ACTIONS, refusalOf } from './page-actions.ts';

const Fields = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 }));

/**
 * The buttons of pages for members. Each form posts to its own page, which calls the API as the member and shows
 * itself again. A script that requests JSON gets the answer of the API, so both ways share their code.
 */
export function addPageActionRoutes(app: FastifyInstance, { config, sendRefused }: FormPages) {
  for (const [name, actions] of Object.entries(PAGE_ACTIONS)) {
    const page = name as keyof typeof ALL_PAGE_ROUTES;
    app.post(sitePath(page), {
      schema: { hide: true, body: Fields },
      async handler(request, reply) {
        const fields = {
          ...(request.body as Record<string, string>),
          ...(request.params as Record<string, string>),
        };
        const wanted = fields.do ?? '';
        const action = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
        const call =
          action &&
          fillAction({
            path: apiPath(action.api, config),
            fields: gatherTicks(fields, action),
            mayBeEmpty: action.mayBeEmpty,
          });
        if (!call) throw new AppError('NOT_FOUND');
        const hasBody = action.method !== 'DELETE';
        const answer = await callOwnApi(app, request, {
          method: action.method,
          url: call.url,
          ...(hasBody ? { payload: call.body } : {}),
          headers: hasBody ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
        });
        reply.header('Cache-Control', 'no-store');
        if (request.headers.accept?.includes('application/json')) {
          return reply.code(answer.statusCode).type('application/json').send(answer.body);
        }
        const messages = refusalOf(answer.body);
        if (messages === null && !action.showsAnswer) return reply.redirect(request.url, 303);
        const values = messages === null ? { ...fields, _answer: answer.body } : fields;
        const { statusCode: status } = answer;
        const shown = { url: request.url, values, messages: messages ?? [], status };
        return sendRefused(request, reply, shown);
      },
    });
  }
}
