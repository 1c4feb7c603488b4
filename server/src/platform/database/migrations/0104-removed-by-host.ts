import { type Migration, sql } from 'kysely';

/** Only administrators restore what an administrator has removed from the show of other people. */
export const removedByHost: Migration = {
  async up(database) {
    await sql`
      alter table shows add column removed_by_host boolean not null default false;
      alter table episodes add column removed_by_host boolean not null default false;
      update episodes set removed_by_host = true from shows, users
        where shows.show_id = episodes.show_id and users.user_id = deleted_by and is_admin
          and episodes.deleted_at is not null and shows.user_id <> deleted_by
          and not exists (select from show_members as member
            where member.show_id = shows.show_id and member.user_id = deleted_by);
    `.execute(database);
  },
};
