import type { ApiClient, ApiError } from 'earshot';
import type { GoOn } from './relogin.ts';
import type { Session } from './session.ts';

/** Makes a call of the API. If its session has ended, the call goes on after a login. */
export type WithLogin = <Value>(call: () => Promise<Value>) => Promise<Value>;

/** What happens after a 401 is loaded when there is one. */
export function createWithLogin(session: Session, load: () => Promise<GoOn>): WithLogin {
  let goOn: GoOn | null = null;
  return async (call) => {
    const { token, user } = session;
    try {
      return await call();
    } catch (error) {
      if ((error as ApiError).status !== 401) throw error;
      const next = goOn ?? (await load());
      goOn ??= next; // of two that load at once, one counts
      return goOn({ call, error, token, user });
    }
  };
}

/** An API client whose calls go on after a login. */
export function repeatAfterLogin(api: ApiClient, withLogin: WithLogin): ApiClient {
  return {
    get: (...call) => withLogin(() => api.get(...call)),
    put: (...call) => withLogin(() => api.put(...call)),
    post: (...call) => withLogin(() => api.post(...call)),
    delete: (...call) => withLogin(() => api.delete(...call)),
  };
}
