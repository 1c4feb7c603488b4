import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import { JSON_TYPE } from '../../platform/http/body-parsers.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { decodeText, readJson } from '../../platform/http/read-json.ts';
import { PUSH_APP_ID } from '../../platform/push/push-app.ts';
import type { PushEvent } from '../../platform/push/push-event.ts';
import { isSigned } from '../../platform/push/request-signature.ts';
import type { SocketServer } from '../../platform/push/socket-server.ts';
import { BatchBody, channelsOf, EventBody, toPushEvent } from './program-events.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** MD5 of the body in hex: the signature of the request covers it. Null for a request without a body. */
    bodyMd5: string | null;
  }
}

type ProgramDeps = Pick<FeatureDeps, 'push' | 'pushApp'> & { sockets: SocketServer };

const AppParams = Type.Object({ app_id: Type.String() });
const ChannelParams = Type.Object({ app_id: Type.String(), channel_name: Type.String() });
const Signature = {
  auth_key: Type.String(),
  auth_timestamp: Type.String(),
  auth_version: Type.Optional(Type.String()),
  body_md5: Type.Optional(Type.String()),
  auth_signature: Type.String(),
};
const tolerant = { additionalProperties: true }; // a signature covers whatever else a library sends
const Signed = Type.Object(Signature, tolerant);
const Query = Type.Object(
  {
    ...Signature,
    info: Type.Optional(Type.String()),
    filter_by_prefix: Type.Optional(Type.String()),
  },
  tolerant,
);
const config = { action: 'push.send' } as const;

/**
 * The HTTP API of Pusher, for programs of the host: they send events, and ask which channels have members. The secret of
 * the app signs each request.
 */
export const programRoutes: FastifyPluginAsyncTypebox<ProgramDeps> = async (app, deps) => {
  const { push, pushApp, sockets } = deps;
  app.decorateRequest('bodyMd5', null);
  app.removeAllContentTypeParsers(); // no body passes that the signature does not cover
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bodyMd5 = createHash('md5').update(bytes).digest('hex');
      return readJson(decodeText(bytes));
    },
  );
  app.addHook('preHandler', async (request) => requireSigned(request));

  function requireSigned({ method, url, query, params, bodyMd5 }: FastifyRequest): void {
    const { auth_signature: signature = '', ...rest } = query as Record<string, string>;
    const [path = ''] = url.split('?');
    const isOurs = (params as { app_id: string }).app_id === PUSH_APP_ID;
    if (isOurs && isSigned(pushApp, { method, path, query: rest, bodyMd5, signature })) return;
    throw new AppError('NOT_SIGNED_IN', {
      messages: ['auth_signature: is not that of the app for this request, or is ten minutes old'],
    });
  }

  // The attribute `user_count` is one of presence channels, of which there are none.
  const describe = (channel: string, info: string | undefined) =>
    info?.split(',').includes('subscription_count')
      ? { subscription_count: sockets.countOf(channel) }
      : {};

  function send(events: readonly PushEvent[]): void {
    if (push.publish(events)) return;
    throw new AppError('UNAVAILABLE', { messages: ['Too many events wait. Send these again.'] });
  }

  app.post(
    sitePath('push_events'),
    { config, schema: { params: AppParams, querystring: Signed, body: EventBody } },
    async ({ body }) => {
      const channels = channelsOf(body);
      const { info } = body;
      send(channels.map((channel) => toPushEvent({ ...body, channel })));
      if (info === undefined) return {};
      return { channels: Object.fromEntries(channels.map((name) => [name, describe(name, info)])) };
    },
  );

  app.post(
    sitePath('push_batch'),
    { config, schema: { params: AppParams, querystring: Signed, body: BatchBody } },
    async ({ body: { batch } }) => {
      send(batch.map(toPushEvent));
      if (batch.every(({ info }) => info === undefined)) return {};
      return { batch: batch.map(({ channel, info }) => describe(channel, info)) };
    },
  );

  app.get(
    sitePath('push_channels'),
    { config, schema: { params: AppParams, querystring: Query } },
    async ({ query: { info, filter_by_prefix: prefix = '' } }) => {
      const names = sockets.occupied().filter((name) => name.startsWith(prefix));
      return { channels: Object.fromEntries(names.map((name) => [name, describe(name, info)])) };
    },
  );

  app.get(
    sitePath('push_channel'),
    { config, schema: { params: ChannelParams, querystring: Query } },
    async ({ params: { channel_name: name }, query: { info } }) => ({
      occupied: sockets.countOf(name) > 0,
      ...describe(name, info),
    }),
  );
};
