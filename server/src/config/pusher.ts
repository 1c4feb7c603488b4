import type { PusherSettings } from '../platform/push/pusher-settings.ts';
import { StartError } from '../platform/start-error.ts';
import { type Environment, readOrigin } from './environment.ts';

/** The service is used if all three parts of its app are set. Messages do not contain the secret. */
export function readPusher(env: Environment): PusherSettings | null {
  const { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret } = env;
  const leftover = Object.keys(env).find((name) => name.startsWith('PUSHER_') && env[name]);
  if (leftover === undefined) return null;
  if (!appId || !key || !secret) {
    throw new StartError(
      `${leftover} is set: push through another service needs PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET.`,
    );
  }
  for (const [name, text] of Object.entries({ PUSHER_APP_ID: appId, PUSHER_KEY: key })) {
    if (/^[\w-]+$/.test(text)) continue;
    throw new StartError(`${name} is "${text}": it must be letters, digits, _ and -.`);
  }
  const cluster = env.PUSHER_CLUSTER || 'mt1';
  if (!/^[\w-]+$/.test(cluster)) {
    throw new StartError(`PUSHER_CLUSTER is "${cluster}": it must be a name such as eu.`);
  }
  // Other services have one host for both.
  const host = env.PUSHER_HOST ? readOrigin(env, 'PUSHER_HOST') : null;
  return {
    appId,
    key,
    secret,
    apiUrl: host ?? `https://api-${cluster}.pusher.com`,
    socketUrl: host ?? `https://ws-${cluster}.pusher.com`,
  };
}
