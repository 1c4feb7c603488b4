import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Feature } from '../../../feature.ts';
import { apiPath } from '../../../platform/http/paths.ts';
import { acceptFiles } from '../../../platform/http/receive-file.ts';
import { DONE, Done, Success } from '../../../platform/http/schemas.ts';
import { nowOf } from '../days.ts';
import { ShowParams } from '../schema.ts';
import { listHistory, removeHistory } from './history-repository.ts';
import { receiveHistory } from './receive-history.ts';
import { HistoryBody, HistoryHostParams, HistoryHosts, NewHistorySchema } from './schema.ts';

/** The downloads of a show that its former hosts have counted. */
export const historyRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const path = apiPath('show_history', config);

  app.get(path, {
    config: { action: 'numbers.read' },
    schema: {
      summary: 'The former hosts of a show',
      description:
        'With the days and the downloads of their figures. `show_numbers` answers these.',
      params: ShowParams,
      response: Success(HistoryHosts),
    },
    async handler({ params }, reply) {
      reply.header('Cache-Control', 'no-store');
      return { response: { items: await listHistory(database, params.show_id) } };
    },
  });

  const sending: FastifyPluginAsyncTypebox = async (scope) => {
    await acceptFiles(scope);
    scope.put(path, {
      config: { action: 'numbers.edit', file: 'file' },
      schema: {
        summary: 'Stores the downloads of a show at a former host',
        description:
          'From a file (CSV) of at most 2 MB, as `docs/numbers-import.md` describes. A figure replaces that of the same host, day or month, and episode. Unreadable lines are left out and named.',
        params: ShowParams,
        body: HistoryBody,
        response: Success(NewHistorySchema),
      },
      async handler(request) {
        const asked = { showId: request.params.show_id, now: nowOf(deps) };
        return { response: await receiveHistory(database, request, asked) };
      },
    });
  };
  await app.register(sending);

  app.delete(apiPath('show_history_host', config), {
    config: { action: 'numbers.edit' },
    schema: {
      summary: 'Removes all figures of a former host',
      params: HistoryHostParams,
      response: Done,
    },
    async handler({ params: { show_id, host } }) {
      await removeHistory(database, { showId: show_id, host });
      return DONE;
    },
  });
};
