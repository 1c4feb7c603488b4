import { forgetDrafts } from '../forms/drafts.ts';
import type { Session, SignedIn } from './session.ts';

/** A call that got a 401, and who was signed in when it was made. */
export interface Refused<Value> extends SignedIn {
  call: () => Promise<Value>;
  error: unknown;
}

export type GoOn = <Value>(refused: Refused<Value>) => Promise<Value>;

export interface ReloginOptions {
  session: Session;
  /** Asks the user to log in again. Resolves with whether he did. */
  ask(): Promise<boolean>;
  /** Loads the page anew after somebody else has logged in: it shows what is not his. */
  reload(): void;
}

/**
 * Ends the session of the tab, asks the user to log in again, and repeats the call once. Nothing is repeated for another
 * user.
 */
export function createRelogin({ session, ask, reload }: ReloginOptions): GoOn {
  let lastUser: number | null = null; // whose session has ended
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
    // A visitor who never had a session gets the answer as it is. A call that was late may find a new session.
    const isOver = session.token === null || session.token === token;
    if (lastUser === null || (isOver && !(await isBack()))) throw error;
    return call();
  };
}
