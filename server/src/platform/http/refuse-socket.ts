import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorReason } from 'earshot/contract';
import { errorEnvelope } from './error-handler.ts';

/** Answers with the error envelope where there is no reply to use, and closes the connection. */
export function refuseSocket(socket: Duplex, reason: ErrorReason): void {
  const { error } = errorEnvelope(reason);
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${error.code} ${STATUS_CODES[error.code]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ].join('\r\n');
  // A client may keep its side open: the connection ends as soon as the answer is sent.
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}
