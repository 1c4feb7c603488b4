import { ApiError } from 'earshot';
import type { SiteClient } from '../site-client.ts';

interface BlockChange {
  client: SiteClient;
  /** Shows the state, at once and if the server refuses it. */
  show(isBlocked: boolean): void;
  /** The message for a failure. */
  failure: string;
}

/** Events of the document: `ban` for a block, `sban` for its end. */
const EVENTS = { block: 'user.ban', unblock: 'user.sban' } as const;

/**
 * Blocks or unblocks a user, and shows it at once. If the server refuses, the page shows the earlier state again. For
 * a visitor it does nothing. Resolves with whether it succeeded.
 */
export async function setBlock(
  blockedId: number,
  isBlocked: boolean,
  { client, show, failure }: BlockChange,
): Promise<boolean> {
  const { user } = client.session;
  if (!user) return false;
  const event = EVENTS[isBlocked ? 'block' : 'unblock'];
  const pair = { user_permalink: user.user_id, blocked_permalink: blockedId };
  show(isBlocked);
  try {
    await client.api[isBlocked ? 'put' : 'delete']('block', pair);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show(!isBlocked);
    client.notify(failure, { level: 'error' });
    emit(`${event}.error`, blockedId);
    return false;
  }
  emit(event, blockedId);
  return true;
}

function emit(name: string, id: number): void {
  document.dispatchEvent(new CustomEvent(name, { detail: { id } }));
}
