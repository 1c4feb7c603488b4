import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Success } from '../../platform/http/schemas.ts';
import { EpisodeParams } from '../episodes/episodes.ts';
import { getListening, readReport } from './listening.ts';
import { ListeningBody, ListeningQuery, ListeningSchema } from './schema.ts';

/** How much of each episode is heard in the players of this host. */
export const listeningRoutes: Feature = async (app, deps) => {
  const { config } = deps;

  app.post(apiPath('episode_listening', config), {
    config: { action: 'listening.write', limit: 'listening' },
    schema: {
      summary: 'Reports what a player has played',
      description:
        'Sent by the players of a host with `NUMBERS_LISTENING`, others answer 404. A report with `DNT: 1` or `Sec-GPC: 1` is ignored. `docs/numbers.md` describes what is stored.',
      params: EpisodeParams,
      body: ListeningBody,
      response: { 204: Type.Null() },
    },
    async handler({ actor, params, body, headers }, reply) {
      if (config.numbersListening === 'off') throw new AppError('NOT_FOUND');
      const isRefused = headers.dnt === '1' || headers['sec-gpc'] === '1';
      const of = { episodeId: params.episode_id, viewer: actor };
      const report = isRefused ? null : await readReport(deps, of, body);
      if (report) app.listeningLog.add(report);
      return reply.code(204).send(null);
    },
  });

  app.get(apiPath('episode_listening', config), {
    config: { action: 'listening.read' },
    schema: {
      summary: 'How much of an episode was heard',
      description:
        'In the players of this host, as `docs/numbers.md` describes. These figures are reports of browsers, and are not downloads.',
      params: EpisodeParams,
      querystring: ListeningQuery,
      response: Success(ListeningSchema),
    },
    async handler({ params, query }, reply) {
      reply.header('Cache-Control', 'no-store');
      return { response: await getListening(deps, params.episode_id, query) };
    },
  });
};
