import type { WebSocket } from 'ws';
import { CLOSE, type CloseReason, writeError } from './protocol.ts';

const CUT_AFTER_MS = 1_000; // a client that does not read does not complete the closing handshake either

/** Sends the reason, and ends the connection. */
export function endSocket(socket: WebSocket, reason: CloseReason): void {
  if (socket.readyState !== socket.OPEN) return;
  const [code, message] = CLOSE[reason];
  if (reason !== 'TOO_SLOW') socket.send(writeError(code, message));
  socket.close(code, message);
  setTimeout(() => socket.terminate(), CUT_AFTER_MS).unref();
}
