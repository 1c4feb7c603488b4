import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, Id, Nullable, Success } from '../../platform/http/schemas.ts';
import { createAdHolder } from './hold-ads.ts';
import { chooseFor, countBeacon } from './listen.ts';
import { createCallReader } from './read-calls.ts';
import { AD_EVENTS } from './sign-events.ts';

const Events = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({ url: Type.String(), method: Type.Enum(['GET', 'POST'], { type: 'string' }) }),
  ),
);
const AdItemSchema = Type.Object({
  audio: Nullable(
    Type.Object({
      http_url: Type.String(),
      duration: Type.Optional(Type.Number()),
      events: Events,
    }),
  ),
  keeps_position: Type.Optional(Type.Boolean()),
  events: Events,
});

const ListenQuery = Type.Object({
  episode_id: Id,
  enabled: Type.Optional(Type.String({ maxLength: 10 })),
  client_uuid: Type.Optional(Type.String({ maxLength: 100 })),
  client_dnt: Type.Optional(Type.String({ maxLength: 10 })),
});

const Beacon = Type.Object({
  campaign: Id,
  request: Type.String({ format: 'uuid' }),
  expires: Type.Integer({ minimum: 0, maximum: 100_000_000_000 }),
  client: Type.String({ maxLength: 22 }),
  signature: Type.String({ maxLength: 43 }),
});

/** The ads server of the host: the call of the players, and the addresses of their beacons. */
export const adRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const calls = { ...deps, readCall: createCallReader(database), holdAd: createAdHolder(database) };

  app.get(apiPath('ads_listen', config), {
    config: { action: 'api.read' },
    schema: {
      summary: 'The audio ads for an episode, in the order of its positions',
      querystring: ListenQuery,
      response: Success(Type.Object({ ads: Type.Array(AdItemSchema) })),
    },
    async handler(request, reply) {
      reply.header('Cache-Control', 'no-store');
      const { query, headers, clientAddress } = request;
      const { episode_id, enabled, client_uuid, client_dnt } = query;
      if (enabled === '0' || !isMeant(request)) return { response: { ads: [] } };
      // The headers of a browser count as well as the player's parameter.
      const isRefused = client_dnt === '1' || headers.dnt === '1' || headers['sec-gpc'] === '1';
      const listener = {
        clientUuid: isRefused ? null : client_uuid || null,
        isTrackingRefused: isRefused,
        address: clientAddress,
        userAgent: headers['user-agent'] ?? '',
      };
      return { response: { ads: await chooseFor(calls, episode_id, listener) } };
    },
  });

  app.get(apiPath('ads_event', config), {
    config: { action: 'api.read' },
    schema: {
      summary: 'Counts an event of an ad, once',
      params: Type.Object({ event: Type.Enum([...AD_EVENTS], { type: 'string' }) }),
      querystring: Beacon,
      response: Done,
    },
    async handler(request, reply) {
      reply.header('Cache-Control', 'no-store');
      if (isMeant(request)) await countBeacon(deps, request.params.event, request.query);
      return DONE;
    },
  });
};

/** False for programs that only check an address, and browsers that prefetch it: they play and report nothing. */
const isMeant = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && !String(headers['sec-purpose'] ?? headers.purpose).includes('prefetch');
