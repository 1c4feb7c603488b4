import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
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

/** A minimum pace for bodies of any length. */
export interface BodyPace {
  spanMs: number;
  /** Bytes that must arrive in every such span. */
  bytes: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Replaces the limits of ordinary bodies, for routes that receive files. */
    bodyPace?: BodyPace;
  }
}

/**
 * Ends connections whose request body arrives too slowly. A limit on silence alone would not help: a client that
 * sends one byte a second could hold its connection forever.
 */
export function cutSlowBodies(app: FastifyInstance, limits: SlowBodyLimits = LIMITS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, id } = request;
    const isLocal = !(raw.socket instanceof Socket); // a request of inject has no connection
    if (isLocal || !hasBody(raw) || raw.complete) return done();
    const { bodyPace } = request.routeOptions.config;
    const isTooSlow = bodyPace ? isBelow(raw, bodyPace) : isOver(raw, limits);
    const check = () => {
      // A body that has arrived may wait for a program that is busy, for example with a slow database.
      if (!raw.complete && isTooSlow()) refuseSocket(raw.socket, 'REQUEST_TIMEOUT', id);
    };
    watch(raw, check, limits.checkEveryMs);
    done();
  });
}

/** True if the headers announce a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Checks until the body has arrived. */
function watch(request: IncomingMessage, check: () => void, everyMs: number): void {
  const { socket } = request;
  const timer = setInterval(check, everyMs);
  const stop = () => {
    clearInterval(timer);
    socket.off('close', stop); // the connection may carry thousands of requests
  };
  request.once('end', stop);
  socket.once('close', stop);
}

function isOver(request: IncomingMessage, limits: SlowBodyLimits): () => boolean {
  const { socket } = request;
  let startedAt = performance.now();
  let bytesBefore = socket.bytesRead;
  return () => {
    if (request.readableLength >= request.readableHighWaterMark) {
      // The client cannot send more until the program reads.
      startedAt = performance.now();
      bytesBefore = socket.bytesRead;
    }
    const ms = performance.now() - startedAt;
    const isBelowRate = socket.bytesRead - bytesBefore < (ms / 1000) * limits.bytesPerSecond;
    return ms > limits.totalMs || (ms > limits.graceMs && isBelowRate);
  };
}

function isBelow(request: IncomingMessage, pace: BodyPace): () => boolean {
  const samples = [{ at: performance.now(), bytes: request.socket.bytesRead }];
  return () => {
    const now = { at: performance.now(), bytes: request.socket.bytesRead };
    // Unread bytes are not the client's fault: the store may be slow, or another request is first.
    if (request.readableLength > 0) samples.length = 0;
    samples.push(now);
    while (samples[1] && now.at - samples[1].at >= pace.spanMs) samples.shift();
    const first = samples[0] ?? now;
    return now.at - first.at >= pace.spanMs && now.bytes - first.bytes < pace.bytes;
  };
}
