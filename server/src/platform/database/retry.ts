import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Watch } from './watch.ts';

export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

const MAX_ATTEMPTS = 5;

/** For work without a waiting client, such as an import: it waits until the database is back. */
export function createRetry(watch: Pick<Watch, 'whenBack'>): Retry {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || attempt === MAX_ATTEMPTS) throw error;
      }
      await watch.whenBack();
    }
  };
}
