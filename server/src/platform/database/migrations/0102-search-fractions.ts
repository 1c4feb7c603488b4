import { type Migration, sql } from 'kysely';

const FRACTION = '[\u00bc-\u00be\u2150-\u215f\u2189]';

/** Texts with fractions of one character, such as ½, need new documents. Those of episodes hold the title of the show too. */
export const searchFractions: Migration = {
  async up(database) {
    await sql`
      insert into search_changes (kind, id)
        select 'user', user_id from users where name || description ~ ${FRACTION}
        union all
        select kind, show_id from shows, unnest(array['show', 'episodes']) kind
          where concat(title, author, keywords, description) ~ ${FRACTION}
        union all
        select 'episode', episode_id from episodes
          where concat(title, author, tags, description) ~ ${FRACTION}
    `.execute(database);
  },
};
