import type { Login } from 'earshot/contract';
import { createStore, type ReadonlyStore, type SiteConfig, type SiteUser } from 'earshot/internal';

/** Who is signed in, and the bearer token of the session. Both are null for a visitor. */
export interface SignedIn {
  readonly user: SiteUser | null;
  readonly token: string | null;
}

const NOBODY: SignedIn = { user: null, token: null };

/** The session of this tab. The cookie belongs to the server; no script can read it. */
export interface Session extends ReadonlyStore<SignedIn> {
  readonly user: SiteUser | null;
  readonly token: string | null;
  /** After a login or a signup. */
  begin(login: Login): void;
  /** Shows a changed profile. */
  update(user: SiteUser): void;
  /** After a logout, or once the server no longer knows the token. */
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
