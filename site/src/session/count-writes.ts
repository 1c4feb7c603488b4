import type { ApiClient } from 'earshot';

export interface Writes {
  /** The same client. Its writes are counted. */
  readonly api: ApiClient;
  /** How many calls have begun. */
  begun(): number;
  /** Resolves when every pending call is answered, or after two seconds. Null if there is none. */
  answered(): Promise<void> | null;
}

/** A longer call does not delay the next page. */
const WAIT_MS = 2000;

/** Counts writes, because a page that is loaded during one may lack the change. */
export function countWrites(api: ApiClient): Writes {
  const open = new Set<Promise<unknown>>();
  let begun = 0;
  const count = <Value>(call: Promise<Value>): Promise<Value> => {
    begun += 1;
    open.add(call);
    const end = () => void open.delete(call);
    call.then(end, end);
    return call;
  };
  return {
    api: {
      get: api.get,
      put: (...call) => count(api.put(...call)),
      post: (...call) => count(api.post(...call)),
      delete: (...call) => count(api.delete(...call)),
    },
    begun: () => begun,
    answered: () => (open.size > 0 ? soon(Promise.allSettled(open)) : null),
  };
}

async function soon(answers: Promise<unknown>): Promise<void> {
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
