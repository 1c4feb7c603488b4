import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createPeerTrust, type ProxySettings } from './client-address.ts';

export const REQUEST_ID = 'x-request-id';

/** Ids that proxies make: hexadecimal digits, UUIDs, or words. They need no quotes in a log and on a page. */
const VALID = /^[\w.-]{8,128}$/;

const OWN_DIGITS = 12;

/** Marks an id that this process passes to itself. Clients cannot guess it. */
const INNER = `.${randomUUID()}`;

/** The header with which a request of this process to itself keeps the id of the visitor's request. */
export const passRequestId = (id: string) => ({ [REQUEST_ID]: id + INNER });

/** Whether this process has sent the request to itself. */
export const isOwnRequest = ({ [REQUEST_ID]: id }: IncomingHttpHeaders): boolean =>
  typeof id === 'string' && id.endsWith(INNER);

/** Returns a function that names a request: by the id that a trusted proxy has sent, or else by a new one. */
export function createRequestIds(settings: ProxySettings) {
  const trusts = createPeerTrust(settings);
  return ({ headers, socket }: IncomingMessage): string => {
    const sent = headers[REQUEST_ID];
    if (typeof sent === 'string') {
      if (isOwnRequest(headers)) return sent.slice(0, -INNER.length);
      if (VALID.test(sent) && trusts(socket.remoteAddress ?? '')) return sent;
    }
    return createRequestId();
  };
}

/** Short, because people read it to others. */
export const createRequestId = (): string => randomUUID().slice(-OWN_DIGITS);
