import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'earshot/contract';
import type { FastifyInstance } from 'fastify';

/** The last seconds of a process, in which a load balancer learns to send requests elsewhere. */
export interface Drain {
  /** @throws AppError UNAVAILABLE once the process is about to stop */
  refuseIfBegun(): void;
  /** Resolves after that time. Requests are answered meanwhile, and each answer ends its connection. */
  begin(app: FastifyInstance): Promise<void>;
}

export function createDrain(
  seconds: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): Drain {
  let hasBegun = false;
  return {
    refuseIfBegun() {
      if (hasBegun) throw new AppError('UNAVAILABLE');
    },
    async begin(app) {
      hasBegun = true;
      if (seconds === 0) return;
      app.server.prependListener('request', closeConnection);
      await wait(seconds * 1_000);
    },
  };
}

/** A listener for requests that is called before Fastify, which may answer at once. The client sends its next request elsewhere. */
export function closeConnection(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}
