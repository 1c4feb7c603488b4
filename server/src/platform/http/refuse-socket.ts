import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorReason } from 'earshot/contract';
import { errorEnvelope } from './error-handler.ts';
import { openHeaders } from './open-answers.ts';
import { createRequestId } from './request-id.ts';

/** Sends the error envelope on a connection that has no Fastify reply, and closes it. */
export function refuseSocket(socket: Duplex, reason: ErrorReason, id = createRequestId()): void {
  const { error } = errorEnvelope(reason);
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${error.code} ${STATUS_CODES[error.code]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(openHeaders(id)).map((header) => header.join(': ')),
  ].join('\r\n');
  // The client may keep its side open, so the connection is destroyed once the response is sent.
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}
