import type { ReadonlyStore } from 'earshot';
import type { Login } from 'earshot/contract';
import { createStore } from 'earshot/internal';
import type { SiteConfig, SiteUser } from 'earshot-site/contract';

/** The signed-in user, and the bearer token of the session. Both are null for a visitor. */
export interface SignedIn {
  readonly user: SiteUser | null;
  readonly token: string | null;
}

const NOBODY: SignedIn = { user: null, token: null };

/** The session of this tab. The server owns the cookie; scripts cannot read it. */
export interface Session extends ReadonlyStore<SignedIn> {
  readonly user: SiteUser | null;
  readonly token: string | null;
  /** After a login or a signup. */
  begin(login: Login): void;
  /** Shows a changed profile. */
  update(user: SiteUser): void;
  /** After a logout, or once the server no longer accepts the token. */
  end(): void;
}

export function createSession({
  USER,
  OAUTH_TOKEN,
}: Pick<SiteConfig, 'USER' | 'OAUTH_TOKEN'>): Session {
  const store = createStore<SignedIn>({ user: USER, token: OAUTH_TOKEN });
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    get user() {
      return store.getSnapshot().user;
    },
    get token() {
      return store.getSnapshot().token;
    },
    begin: ({ user, sso }) => store.set({ user, token: sso.token }),
    update: (user) => store.set({ ...store.getSnapshot(), user }),
    end: () => store.set(NOBODY),
  };
}
