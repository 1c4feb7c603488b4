import type { ApiClientOptions } from 'earshot';
import type { Session } from './session.ts';

/**
 * The login for the player. If it has ended elsewhere, the player reads on as a visitor. The session of the tab stays: the next
 * form asks for a login, and is sent then.
 */
export function playerLogin(
  session: Pick<Session, 'token'>,
): Pick<ApiClientOptions, 'accessToken' | 'onUnauthorized'> {
  let ended: string | null = null;
  return {
    accessToken: () => (session.token === ended ? null : session.token),
    onUnauthorized() {
      ended = session.token;
    },
  };
}
