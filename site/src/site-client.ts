import type { ApiClient } from 'earshot';
import type { NoticeOptions } from './parts/notices.ts';
import type { Session } from './session/session.ts';
import type { WithLogin } from './session/with-login.ts';

/** What pages can do in a browser. */
export interface SiteClient {
  readonly session: Session;
  /** Calls the API as the signed-in user. If the session has ended, a call goes on after a login. */
  readonly api: ApiClient;
  /** The same for a call that does not go through `api`. It must read the token when it is called. */
  readonly withLogin: WithLogin;
  /** Shows a text over the page, for five seconds unless told otherwise. */
  notify(text: string, options?: NoticeOptions): void;
  /** Opens a page of the site in place. */
  go(address: string): void;
  /** Loads the page again in place, after its data has changed. Its components keep their state. */
  refresh(): Promise<void>;
  /** The same; while another page is loading, for that one once it is shown. */
  refreshNext(): Promise<void>;
  /** Sends a visitor to the login, which leads back here. */
  goToLogin(): void;
}
