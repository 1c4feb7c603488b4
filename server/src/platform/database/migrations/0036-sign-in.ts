import { type Migration, sql } from 'kysely';

/** A profile of another service signs in to one account only. */
export const signIn: Migration = {
  async up(database) {
    await sql`
      create unique index users_fb_user_id on users (fb_user_id) where fb_user_id is not null;
      create unique index users_tw_user_id on users (tw_user_id) where tw_user_id is not null;
      create unique index users_go_user_id on users (go_user_id) where go_user_id is not null;
      create unique index users_ap_user_id on users (ap_user_id) where ap_user_id is not null
    `.execute(database);
  },
};
