import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { signAdmission } from '../../platform/push/channel-signature.ts';
import { hearEvents } from '../../platform/push/postgres-broker.ts';
import { createSocketServer } from '../../platform/push/socket-server.ts';
import { takeUpgrades } from '../../platform/push/take-upgrades.ts';
import { isChannel, userChannel } from './push.ts';

/**
 * Lets browsers hear at once what happens: sockets at `/app/{key}`, unless another service has them, and the admission to
 * private channels.
 */
export const pushRoutes: Feature = async (app, { config, pushApp, listen }) => {
  if (!config.pusher) {
    const sockets = createSocketServer({ app: pushApp, isChannel });
    const stopHearing = hearEvents(listen, { onEvent: sockets.deliver });
    app.addHook('onClose', async () => void stopHearing());
    takeUpgrades(app, { sockets, trustProxy: config.trustProxy });
  }

  app.post(
    sitePath('pusher_auth'),
    {
      config: { action: 'push.join' },
      schema: {
        body: Type.Object({
          socket_id: Type.String({ pattern: '^\\d+\\.\\d+$', maxLength: 30 }),
          channel_name: Type.String({ maxLength: 200 }),
        }),
      },
    },
    async ({ actor, body: { socket_id, channel_name } }, reply) => {
      const isOwn = actor.userId !== null && channel_name === userChannel(actor.userId);
      if (!isOwn) throw new AppError('FORBIDDEN');
      reply.header('Cache-Control', 'no-store');
      // No envelope: clients of the Pusher protocol expect these fields.
      return { auth: signAdmission(pushApp, { socketId: socket_id, channel: channel_name }) };
    },
  );
};
