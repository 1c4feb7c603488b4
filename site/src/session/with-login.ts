import type { ApiClient, ApiError } from 'earshot';
import type { Session, SignedIn } from './session.ts';

/** A call that got a 401, and the user at the time of the call. */
interface Refused<Value> extends SignedIn {
  call: () => Promise<Value>;
  error: unknown;
}

export type GoOn = <Value>(refused: Refused<Value>) => Promise<Value>;

/** Makes a call of the API. If its session has ended, the call is repeated after a login. */
export type WithLogin = <Value>(call: () => Promise<Value>) => Promise<Value>;

/** The code for a 401 is loaded when there is one. */
export function createWithLogin(session: Session, load: () => Promise<GoOn>): WithLogin {
  let goOn: GoOn | null = null;
  return async (call) => {
    const { token, user } = session;
    try {
      return await call();
    } catch (error) {
      if ((error as ApiError).status !== 401) throw error;
      const next = goOn ?? (await load());
      goOn ??= next; // of two simultaneous loads, one counts
      return goOn({ call, error, token, user });
    }
  };
}

/** An API client whose calls are repeated after a login. */
export function repeatAfterLogin(api: ApiClient, withLogin: WithLogin): ApiClient {
  return {
    get: (...call) => withLogin(() => api.get(...call)),
    put: (...call) => withLogin(() => api.put(...call)),
    post: (...call) => withLogin(() => api.post(...call)),
    delete: (...call) => withLogin(() => api.delete(...call)),
  };
}
