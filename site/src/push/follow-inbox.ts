import { createScope } from 'earshot/internal';
import type { SiteConfig } from 'earshot-site/contract';
import type { Session } from '../session/session.ts';
import { type OpenLine, openLine, type PushLine } from './push-lines.ts';

const POLL_MS = 60_000;
const GATHER_MS = 300; // a lively discussion sends many events: one request answers them

interface InboxOptions {
  push: SiteConfig['PUSH'];
  session: Session;
  /** Requests the number of unread messages, and shows it. */
  count(): void;
  open?: OpenLine;
}

const inboxChannel = (userId: number) => `private-user_${userId}`;

/**
 * Requests the number of unread messages again when the server reports a change, and once a minute while it cannot.
 * It follows the user of this tab through logins and logouts, until the returned function is called.
 */
export function followInbox({ push, session, count, open = openLine }: InboxOptions): () => void {
  const scope = createScope();
  let userId: number | null = null;
  let line: PushLine | null = null;
  let isAsking = false;

  function countSoon(): void {
    if (isAsking) return;
    isAsking = true;
    scope.timeout(() => {
      isAsking = false;
      count();
    }, GATHER_MS);
  }

  function disconnect(): void {
    line?.end();
    line = null;
  }

  async function connect(id: number): Promise<void> {
    const opened = await open({ push, session });
    if (userId !== id || scope.disposed) return opened.end();
    line = opened;
    opened.hear(inboxChannel(id), { message: countSoon, read: countSoon }, countSoon);
  }

  function followUser(): void {
    const id = session.user?.user_id ?? null;
    if (id === userId) return;
    userId = id;
    disconnect();
    // Without the library, the number is requested once a minute.
    if (id !== null && push.enabled) connect(id).catch(() => {});
  }

  scope.interval(() => {
    if (userId === null || line?.hears(inboxChannel(userId))) return;
    if (document.visibilityState === 'visible') count();
  }, POLL_MS);
  scope.add(session.subscribe(followUser));
  scope.add(disconnect);
  followUser();
  return () => scope.dispose();
}
