import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { signAdmission } from '../../platform/push/channel-signature.ts';
import { hearEvents } from '../../platform/push/hear-events.ts';
import { createSocketServer } from '../../platform/push/socket-server.ts';
import { takeUpgrades } from '../../platform/push/take-upgrades.ts';
import { hearEndedLogins } from './hear-ended-logins.ts';
import { SocketId } from './program-events.ts';
import { programRoutes } from './program-routes.ts';
import { isChannel, isListenersChannel, isUserChannel, userChannel } from './push.ts';
import { requireAdmission } from './require-admission.ts';

/**
 * Lets browsers hear at once what happens: sockets at `/app/{key}`, unless another service has them, and the admission to
 * private channels.
 */
export const pushRoutes: Feature = async (app, deps) => {
  const { config, pushApp } = deps;
  if (!config.pusher) {
    const sockets = createSocketServer({
      app: pushApp,
      isChannel,
      isOfLogin: isUserChannel,
      isCounted: isListenersChannel,
      publish: deps.push.publish,
    });
    const stopHearing = await hearEvents(deps, {
      onEvent: sockets.deliver,
      onStrange: (reason) => app.log.warn(reason),
    });
    app.addHook('onClose', async () => void stopHearing());
    hearEndedLogins(deps.changes, {
      onEnded: (userId) => sockets.readmit(userChannel(userId)),
      onMissed: sockets.readmitAll,
    });
    await app.register(programRoutes, { ...deps, sockets });
    takeUpgrades(app, { sockets, trustProxy: config.trustProxy });
  }

  app.post(
    sitePath('pusher_auth'),
    {
      config: { action: 'push.join', limit: 'write' },
      schema: {
        body: Type.Object({
          socket_id: SocketId,
          channel_name: Type.String({ maxLength: 200 }),
        }),
      },
    },
    async ({ actor, body: { socket_id, channel_name } }, reply) => {
      await requireAdmission(deps.database, { viewer: actor, channel: channel_name });
      reply.header('Cache-Control', 'no-store');
      // No envelope: clients of the Pusher protocol expect these fields.
      return { auth: signAdmission(pushApp, { socketId: socket_id, channel: channel_name }) };
    },
  );
};
