import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { refuseSocket } from './refuse-socket.ts';

export interface SlowBodyLimits {
  checkEveryMs: number;
  /** How long the average rate may stay below the minimum at the beginning. */
  graceMs: number;
  bytesPerSecond: number;
  totalMs: number;
}

const LIMITS: SlowBodyLimits = {
  checkEveryMs: 2_000,
  graceMs: 10_000,
  bytesPerSecond: 1_000,
  totalMs: 60_000,
};

/**
 * Ends connections whose request body arrives too slowly. A limit on silence alone would not help: a client that
 * sends one byte a second could hold its connection for ever.
 */
export function cutSlowBodies(app: FastifyInstance, limits: SlowBodyLimits = LIMITS): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hasBody = Number(raw.headers['content-length']) > 0 || raw.headers['transfer-encoding'];
    if (hasBody && !raw.complete) watch(raw, limits);
  });
}

function watch(request: IncomingMessage, limits: SlowBodyLimits): void {
  const { socket } = request;
  const startedAt = performance.now();
  const bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const ms = performance.now() - startedAt;
    const isBelowRate = socket.bytesRead - bytesBefore < (ms / 1000) * limits.bytesPerSecond;
    if (ms > limits.totalMs || (ms > limits.graceMs && isBelowRate)) {
      refuseSocket(socket, 'REQUEST_TIMEOUT');
    }
  }, limits.checkEveryMs);
  const stop = () => clearInterval(timer);
  request.once('end', stop);
  socket.once('close', stop);
}
