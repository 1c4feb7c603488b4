import { forgetDrafts } from '../forms/drafts.ts';
import type { Session } from '../session/session.ts';
import type { GoOn } from '../session/with-login.ts';

interface ReloginOptions {
  session: Session;
  /** Asks the user to log in again. Resolves with whether they did. */
  ask(): Promise<boolean>;
  /** Reloads the page after another user has logged in, because it shows the previous user's data. */
  reload(): void;
}

/**
 * Ends the session of the tab, asks the user to log in again, and repeats the call once. It repeats nothing for
 * another user.
 */
export function createRelogin({ session, ask, reload }: ReloginOptions): GoOn {
  let lastUser: number | null = null; // the user of the ended session
  let asking: Promise<boolean> | null = null;

  async function isBack(): Promise<boolean> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    if (!(await asking)) return false;
    if (session.user?.user_id === lastUser) return true;
    forgetDrafts();
    reload();
    return false;
  }

  return async ({ call, error, token, user }) => {
    if (token !== null && session.token === token) {
      lastUser = user?.user_id ?? null;
      session.end();
    }
    // A visitor without a session gets the answer unchanged. A late call may find a new session.
    const isOver = session.token === null || session.token === token;
    if (lastUser === null || (isOver && !(await isBack()))) throw error;
    return call();
  };
}
