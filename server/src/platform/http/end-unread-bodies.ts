import type { FastifyInstance } from 'fastify';

const END_AFTER_MS = 5_000;

/**
 * Ends connections whose request was answered before its body had arrived. Not at once, because a client that still
 * sends may never read the answer. Without this, the rest of a large file would be read for nothing.
 */
export function endUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete !== false || raw.socket.destroyed) return;
    raw.removeAllListeners('data').resume(); // the previous reader may have stopped in the middle
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy();
    }, END_AFTER_MS);
    timer.unref();
  });
}
