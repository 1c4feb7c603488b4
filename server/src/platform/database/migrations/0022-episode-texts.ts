import { type Migration, sql } from 'kysely';

/** The texts of the episodes of a show, for the search in that show. */
export const episodeTexts: Migration = {
  async up(database) {
    await sql`
      -- The same as foldText in fold-word.ts. A text in ASCII takes a small part of the time.
      create function fold_text(given text) returns text language plpgsql immutable strict parallel safe as $$
        declare
          folded text := lower(given);
        begin
          if octet_length(given) = char_length(given) then
            return folded;
          end if;
          folded := normalize(regexp_replace(lower(normalize(given, NFKD)),
            '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]',
            '', 'g'), NFC);
          if folded ~ '[ßæœøłđðħþıς]' then
            folded := translate(
              replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
              'øłđðħıς', 'olddhiσ');
          end if;
          if folded ~ '[\u0660-\u0669\u0671\u0649\u06cc\u06a9\u0629\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]' then
            folded := translate(folded, 'ٱىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙', 'اييكه01234567890123456789012345678901234567890123456789');
          end if;
          if folded ~ '[\u30a1-\u30f6]' then
            folded := translate(folded, 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ', 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
          end if;
          return folded;
        end
      $$;

      -- Apart from the episodes, because their lists and feeds have no use for it.
      create table episode_texts (
        episode_id integer primary key references episodes on delete cascade,
        -- Title and notes, folded and without markup.
        said text not null
      );
      create function said_in(title text, description text) returns text
        language sql immutable strict parallel safe as $$
          select fold_text(title || ' ' || regexp_replace(
            -- These tags do not end a word.
            regexp_replace(description, '</?(a|b|i|em|strong|code)( [^>]*)?>', '', 'g'),
            '<[^>]*>', ' ', 'g'))
        $$;
      create function note_episode_text() returns trigger language plpgsql as $$
        begin
          insert into episode_texts (episode_id, said)
            values (new.episode_id, said_in(new.title, new.description))
            on conflict (episode_id) do update set said = excluded.said;
          return null;
        end
      $$;
      create trigger episode_said after insert on episodes for each row
        execute function note_episode_text();
      create trigger episode_says after update on episodes for each row
        when ((old.title, old.description) is distinct from (new.title, new.description))
        execute function note_episode_text();
      insert into episode_texts (episode_id, said)
        select episode_id, said_in(title, description) from episodes;
      analyze episode_texts;
    `.execute(database);
  },
};
