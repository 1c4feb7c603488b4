import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import type { ChangeFeed } from '../../platform/cache/change-feed.ts';
import { loginName } from '../../platform/http/actor.ts';
import { sitePath } from '../../platform/http/paths.ts';
import { signAdmission } from '../../platform/push/channel-signature.ts';
import { hearEvents } from '../../platform/push/hear-events.ts';
import { createSocketServer, type SocketServer } from '../../platform/push/socket-server.ts';
import { takeUpgrades } from '../../platform/push/take-upgrades.ts';
import { findEndedLogins } from './ended-logins.ts';
import { isChannel, isListenersChannel, isUserChannel, userChannel } from './push.ts';
import { requireAdmission } from './require-admission.ts';

const LOGIN = /^login:(\d+)$/; // the format of the trigger

interface EndedLogins {
  /** A session or program token of this user has ended, for any reason. */
  onEnded(userId: number): void;
  /** Logins of any users may have ended, because changes were missed until now. */
  onMissed(): void;
}

function hearEndedLogins(changes: ChangeFeed, { onEnded, onMissed }: EndedLogins): void {
  changes.subscribe({
    onUp: onMissed,
    onDown() {}, // ended logins are unknown until changes arrive again
    onChange(source) {
      const userId = LOGIN.exec(source)?.[1];
      if (userId !== undefined) onEnded(Number(userId));
    },
  });
}

const ASK_AGAIN_MS = 1_000;
const SocketId = Type.String({ pattern: '^\\d+\\.\\d+$', maxLength: 30 });

/**
 * Sends events to browsers at once: sockets at `/app/{key}`, unless another service has them, and the admission to
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
      countTimes: deps.countTimes,
    });
    const stopHearing = await hearEvents(deps, {
      onEvent: sockets.deliver,
      onStrange: (reason) => app.log.warn(reason),
    });
    app.addHook('onClose', async () => void stopHearing());
    hearEndedLogins(deps.changes, {
      onEnded: (userId) => sockets.readmit(userChannel(userId)),
      onMissed: () => void endMissed(sockets),
    });
    deps.metrics?.gauge({
      name: 'earshot_push_sockets',
      help: 'Open connections of browsers for push.',
      read: () => sockets.size,
    });
    takeUpgrades(app, { sockets, trustProxy: config.trustProxy });
  }

  /** Ends the memberships of logins that have ended unheard. If the database fails again, it is asked again. */
  async function endMissed(sockets: SocketServer): Promise<void> {
    try {
      sockets.endLogins(await findEndedLogins(deps.database, sockets.revokeLogins()));
    } catch (error) {
      app.log.warn(error, 'The database cannot name the ended logins yet.');
      setTimeout(() => void endMissed(sockets), ASK_AGAIN_MS).unref();
    }
  }

  app.post(sitePath('pusher_auth'), {
    config: { action: 'push.join', limit: 'write' },
    schema: {
      body: Type.Object({ socket_id: SocketId, channel_name: Type.String({ maxLength: 200 }) }),
    },
    async handler({ actor, body: { socket_id, channel_name } }, reply) {
      await requireAdmission(deps.database, { viewer: actor, channel: channel_name });
      reply.header('Cache-Control', 'no-store');
      // No envelope: clients of the Pusher protocol expect these fields.
      const login = !config.pusher && isUserChannel(channel_name) ? loginName(actor) : undefined;
      return {
        auth: signAdmission(pushApp, { socketId: socket_id, channel: channel_name, login }),
      };
    },
  });
};
