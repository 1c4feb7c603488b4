import type { HostNumbers } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { type IsSame, Success } from '../../platform/http/schemas.ts';
import { nowOf } from './days.ts';
import { getHostNumbers } from './host-numbers.ts';
import { SHOW_DAYS } from './host-sums.ts';

const DEFAULT_DAYS = 30;

const Day = Type.Object({
  day: Type.String({ examples: ['2026-01-31'] }),
  requests: Type.Number(),
  bytes: Type.Number(),
  bot_requests: Type.Number(),
  bot_bytes: Type.Number(),
  downloads: Type.Number(),
});

const HostNumbersSchema = Type.Object({
  days: Type.Array(Day),
  before: Type.Array(Day),
  shows: Type.Array(
    Type.Object({
      show_id: Type.Integer(),
      title: Type.String(),
      requests: Type.Number(),
      bytes: Type.Number(),
      downloads: Type.Number(),
    }),
  ),
  bots: Type.Array(
    Type.Object({ name: Type.String(), requests: Type.Number(), bytes: Type.Number() }),
  ),
  kinds: Type.Array(
    Type.Object({
      kind: Type.Enum(['audio', 'image', 'archive'], { type: 'string' }),
      files: Type.Integer(),
      bytes: Type.Number(),
    }),
  ),
  largest: Type.Array(
    Type.Object({
      show_id: Type.Integer(),
      title: Type.String(),
      files: Type.Integer(),
      bytes: Type.Number(),
    }),
  ),
  lost_requests: Type.Integer(),
});
true satisfies IsSame<Static<typeof HostNumbersSchema>, HostNumbers>;

/** The audio of the whole host, for its administrators. */
export const hostNumbersRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  app.get(apiPath('host_numbers', config), {
    config: { action: 'host.run' },
    schema: {
      summary: 'Requests for audio, downloads, bots and storage of this host',
      description:
        'Sums of an hourly job, for the last days up to today (UTC) and as many days before. The figures of today and yesterday may still change. `lost_requests` are those that this process could not log since it started.',
      querystring: Type.Object({
        days: Type.Optional(
          Type.Integer({ minimum: 1, maximum: SHOW_DAYS, default: DEFAULT_DAYS }),
        ),
      }),
      response: Success(HostNumbersSchema),
    },
    async handler({ query: { days = DEFAULT_DAYS } }, reply) {
      reply.header('Cache-Control', 'no-store');
      const numbers = await getHostNumbers(database, days, nowOf(deps));
      return { response: { ...numbers, lost_requests: app.audioLog.lost() } };
    },
  });
};
