import type { IncomingHttpHeaders } from 'node:http';

/** The cookie of a signed-in visitor. Behind https it may carry the prefix `__Host-`. */
export const SESSION_COOKIE = 'session';

const HAS_SESSION = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=`);

/** True if the answer may depend on who sends the request. */
export function isPersonal({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization !== undefined || (cookie !== undefined && HAS_SESSION.test(cookie));
}
