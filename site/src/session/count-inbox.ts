import type { ApiClient } from 'earshot';
import { matchPath } from 'earshot/contract';
import { OWN_API_ROUTES, OWN_PAGE_ROUTES } from 'earshot/internal';
import type { Session } from './session.ts';

const PAUSE_MS = 60_000; // navigation should not cost a request more on every page

interface Asked {
  userId: number;
  at: number;
}

let last: Asked | null = null;

export interface CountedInbox {
  session: Session;
  api: Pick<ApiClient, 'get'>;
  /** Shows the number outside the page. */
  showCount(count: number): void;
}

/** Asks how many messages the signed-in user has not read: once a minute, and on pages that mark messages as read. */
export async function countInbox({ session, api, showCount }: CountedInbox): Promise<void> {
  const { user } = session;
  if (!user) return;
  const isFresh = last?.userId === user.user_id && Date.now() - last.at < PAUSE_MS;
  if (isFresh && !isAboutMessages()) return;
  last = { userId: user.user_id, at: Date.now() };
  try {
    const { unread } = await api.get<{ unread: number }>(OWN_API_ROUTES.inbox_count);
    if (session.user?.user_id !== user.user_id) return;
    session.update({ ...session.user, unread });
    showCount(unread);
  } catch {
    // The count stays as it was: nobody has asked for it.
  }
}

function isAboutMessages(): boolean {
  const name = matchPath(OWN_PAGE_ROUTES, location.pathname)?.name;
  return name === 'inbox' || name === 'episode-messages' || name === 'dashboard';
}
