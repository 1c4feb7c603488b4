import type { ApiClient } from 'earshot';
import type { Session } from './session/session.ts';
import type { WithLogin } from './session/with-login.ts';

export type NoticeLevel = 'success' | 'warning' | 'error' | 'plain';

export interface NoticeOptions {
  /** `plain` if absent. */
  level?: NoticeLevel;
  /** Without it the notice stays until it is closed. */
  autoCloseMs?: number;
}

/** The functions of pages in a browser. */
export interface SiteClient {
  readonly session: Session;
  /** Calls the API as the signed-in user. If the session has ended, a call is repeated after a login. */
  readonly api: ApiClient;
  /** The same for a call outside of `api`. It must read the token when it is called. */
  readonly withLogin: WithLogin;
  /** Shows a text over the page, by default for five seconds. */
  notify(text: string, options?: NoticeOptions): void;
  /** Says that there is no connection, if a script does not arrive. */
  reportOffline(): void;
  /** Opens a page of the site in place. */
  go(address: string): void;
  /** Reloads the page in place, after its data has changed. Its components keep their state. */
  refresh(): Promise<void>;
  /** The same; if another page is loading, for that one once it is shown. */
  refreshNext(): Promise<void>;
}
