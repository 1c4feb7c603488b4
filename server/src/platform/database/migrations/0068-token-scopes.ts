import { type Migration, sql } from 'kysely';

/** The token of a program may open only the numbers. */
export const tokenScopes: Migration = {
  async up(database) {
    await sql`
      alter table access_tokens add column scope text not null default 'account'
        check (scope in ('account', 'numbers'));
    `.execute(database);
  },
};
