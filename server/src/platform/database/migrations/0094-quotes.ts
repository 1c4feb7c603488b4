import { type Migration, sql } from 'kysely';

/** Marked words that keep their place, and the fingerprints of audio that find it. */
export const quotes: Migration = {
  async up(database) {
    await sql`
      create table fingerprints (
        media_id integer primary key references media on delete cascade,
        -- Empty if the audio could not be decoded.
        packed bytea not null
      );
      create table quotes (
        quote_id text primary key check (quote_id ~ '^[a-z2-7]{12}$'),
        episode_id integer not null references episodes on delete cascade,
        language text not null,
        -- As marked. A file that is only remembered here may be removed.
        marked_text text not null,
        text_before text not null,
        text_after text not null,
        marked_from double precision not null,
        marked_to double precision not null,
        marked_media_id integer,
        sound bytea,
        sound_from integer,
        sound_to integer,
        -- As placed in the present episode.
        is_lost boolean not null default false,
        text text not null,
        starts_at double precision not null,
        ends_at double precision not null,
        media_id integer,
        -- Changes of the episode since the quote was made, and how many of them its place takes into account.
        changes integer not null default 0,
        placed_changes integer not null default 0,
        audio_changed_at timestamptz,
        created_at timestamptz not null default now(),
        check ((sound is null) = (sound_from is null) and (sound is null) = (sound_to is null))
      );
      create index quotes_episode on quotes (episode_id);
      create index quotes_unplaced on quotes (episode_id) where placed_changes < changes;

      create function count_changes_of_quotes() returns trigger language plpgsql as $$
        begin
          update quotes set changes = changes + 1,
            audio_changed_at = case tg_table_name when 'episodes' then now() else audio_changed_at end
            where episode_id = coalesce(new.episode_id, old.episode_id);
          return null;
        end
      $$;
      create trigger count_changes_of_quotes after update on episodes for each row
        when (old.media_id is distinct from new.media_id
          or old.enclosure_url is distinct from new.enclosure_url)
        execute function count_changes_of_quotes();
      create trigger count_changes_of_quotes after insert or update or delete on transcripts for each row
        execute function count_changes_of_quotes();
      create trigger announce after update or delete on quotes for each row
        execute function announce_chapter();
    `.execute(database);
  },
};
