import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { closeConnection } from './drain.ts';

export interface ClosingTimes {
  /** Every request that has arrived may take so long to begin its answer. */
  beginMs: number;
  /** A connection without progress for so long is cut: a paused player would keep it open for hours. */
  stalledMs: number;
  /** Then the remaining ones are cut. */
  withinMs: number;
}

const TIMES: ClosingTimes = { beginMs: 10_000, stalledMs: 4_000, withinMs: 60_000 };

/** Makes a function that closes the server, and lets transfers end as long as their bytes move. Call it before the first connection. */
export function gentleClosing(app: FastifyInstance, { beginMs, stalledMs, withinMs } = TIMES) {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return async (): Promise<void> => {
    await answerArrived(app.server, sockets, beginMs);
    let isClosed = false;
    const closing = app.close().finally(() => {
      isClosed = true;
    });
    const endsAt = performance.now() + withinMs;
    while (!isClosed && performance.now() < endsAt) {
      const before = new Map([...sockets].map((socket) => [socket, bytesMoved(socket)]));
      await Promise.race([closing, sleep(stalledMs, undefined, { ref: false })]);
      app.server.closeIdleConnections();
      for (const [socket, bytes] of before) {
        if (bytesMoved(socket) === bytes) socket.destroy();
      }
    }
    app.server.closeAllConnections();
    await closing;
  };
}

const ASK_EVERY_MS = 20;

/**
 * Takes no more connections, and waits until every request that has arrived has at least the beginning of its answer. Fastify
 * itself would refuse a page's own requests to the API from the moment of its closing.
 */
async function answerArrived(server: Server, sockets: ReadonlySet<Socket>, beginMs: number) {
  server.prependListener('request', closeConnection);
  server.close();
  server.closeIdleConnections();
  const endsAt = performance.now() + beginMs;
  while ([...sockets].some(isWaiting) && performance.now() < endsAt) await sleep(ASK_EVERY_MS);
}

/** True if a request has arrived whole on this connection, and its answer has not begun. */
function isWaiting(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return answer ? answer.req.complete && !answer.headersSent : false;
}

/** Differs if the client has sent or taken a byte. */
function bytesMoved(socket: Socket): string {
  // Node counts bytes as written that still wait in the queue of the handle.
  const { _handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  const queued = _handle?.writeQueueSize ?? 0;
  return `${socket.bytesRead} ${socket.bytesWritten} ${socket.writableLength} ${queued}`;
}
