import { type Migration, sql } from 'kysely';

/** Triggers announce ended logins, as login:1, so that push ends their channel memberships. */
export const endedLogins: Migration = {
  async up(database) {
    await sql`
      create trigger announce_login after delete on sessions for each row
        execute function announce_change('login', 'user_id');
      create trigger announce_login after delete on access_tokens for each row
        when (old.kind = 'program') execute function announce_change('login', 'user_id');
    `.execute(database);
  },
};
