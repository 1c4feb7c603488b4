import { AppError } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';

/** Why a client was refused. The filter for fail2ban knows these names. */
export type Refused = 'wrong-password' | 'wrong-code' | 'throttled';

const QUIET_MS = 10_000;
const ADDRESSES_MAX = 1_000;

const toldAt = new Map<string, number>();

/**
 * Writes the line that fail2ban reads. A throttled client may send thousands of requests, so its line comes once in 10
 * seconds. The line has no path: with it, the address of a listener would tell who has heard which episode.
 */
export function reportRefused(
  { clientAddress: client, log }: Pick<FastifyRequest, 'clientAddress' | 'log'>,
  refused: Refused,
): void {
  if (refused === 'throttled' && isTold(client)) return;
  log.warn({ client, refused }, 'client refused');
}

/** Reports a failed proof, and passes its error on. */
export const reportFailed =
  (request: FastifyRequest, refused: Refused) =>
  (error: unknown): never => {
    if (error instanceof AppError) reportRefused(request, refused);
    throw error;
  };

function isTold(client: string): boolean {
  const now = Date.now();
  const at = toldAt.get(client);
  if (at !== undefined && now - at < QUIET_MS) return true;
  toldAt.delete(client); // the map is in the order of time
  if (toldAt.size >= ADDRESSES_MAX) toldAt.clear();
  toldAt.set(client, now);
  return false;
}
