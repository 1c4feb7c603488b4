import type { Connection } from './connection.ts';
import type { CloseReason } from './protocol.ts';

// 20,000 connections take 100 seconds: each comes back, and asks for a new signature.
const AT_ONCE = 20;
const EVERY_MS = 100;

/** Closes some connections after the others, so that their clients do not come back all at once. */
export function closeInSteps(connections: readonly Connection[], reason: CloseReason): void {
  for (const connection of connections.slice(0, AT_ONCE)) connection.close(reason);
  const later = connections.slice(AT_ONCE);
  if (later.length > 0) setTimeout(() => closeInSteps(later, reason), EVERY_MS).unref();
}
