import type { Kysely } from 'kysely';
import { DatabaseUnavailable } from '../../src/platform/database/database-unavailable.ts';
import type { Schema } from '../../src/platform/database/tables.ts';

/** A database whose queries fail from `lose` until `find`, as those of a lost one do. */
export function losableDatabase(real: Kysely<Schema>) {
  let isLost = false;
  const lose = (): never => {
    isLost = true;
    throw new DatabaseUnavailable('lost');
  };
  const database = real.withPlugin({
    transformQuery: ({ node }) => (isLost ? lose() : node),
    transformResult: async ({ result }) => result,
  });
  return {
    database,
    /** Throws, as the query does that finds the database lost. */
    lose,
    find() {
      isLost = false;
    },
  };
}
