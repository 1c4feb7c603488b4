import { type Migration, sql } from 'kysely';

/**
 * `fold_permalink` removes what is left of the difference between letters and their capitals in a permalink, such as
 * ß and SS, or the accents of Greek, which capitals lack. A permalink is in lower case, and has no accents beside its
 * letters.
 */
export const foldedPermalinks: Migration = {
  async up(database) {
    await sql`
      create function fold_permalink(permalink text) returns text
        language sql immutable strict parallel safe as $$
        -- U&'\\0345' is the iota below a Greek letter, which stands beside the capital.
        select normalize(
          replace(replace(translate(regexp_replace(
            normalize(permalink, NFD),
            U&'([αεηιορυω])[\\0300\\0301\\0308\\0313\\0314\\0342]+', '\\1', 'g'), U&'ıς\\0345ᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'iσιвдосттъѣꙋ'), 'ß', 'ss'), 'և', 'եւ'),
          NFC)
      $$;
      create index users_folded_permalink on users (fold_permalink(permalink));
      create index shows_folded_permalink on shows (fold_permalink(permalink));
      create index episodes_folded_permalink on episodes (user_id, fold_permalink(permalink));
      create index old_permalinks_folded on old_permalinks (fold_permalink(permalink));
      analyze users, shows, episodes, old_permalinks;
    `.execute(database);
  },
};
