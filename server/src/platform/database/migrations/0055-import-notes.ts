import { type Migration, sql } from 'kysely';

/**
 * Remarks on imports, and the `ETag` of fetched audio. Credentials in the addresses of earlier imports, and authors
 * who were mail addresses, are removed. The new values are marked as those of the import, so that they still follow
 * the feed.
 */
export const importNotes: Migration = {
  async up(database) {
    await sql`
      alter table imports add column notes text[] not null default '{}';
      alter table imported_episodes add column etag text;

      with cleaned as (
        update episodes
        set enclosure_url = regexp_replace(enclosure_url, '^(https?://)[^/?#]*@', '\\1', 'i')
        where enclosure_url ~* '^https?://[^/?#]*@'
        returning episode_id, left(md5(enclosure_url), 12) as mark)
      update imported_episodes set marks = marks || jsonb_build_object('enclosure_url', mark)
      from cleaned where imported_episodes.episode_id = cleaned.episode_id;

      update users set name = shows.title from shows
      where shows.user_id = users.user_id and users.email is null
        and users.name ~ '^[^[:space:]]+@[^[:space:]]+[.][^[:space:]]+$';
    `.execute(database);
  },
};
