import { type Migration, sql } from 'kysely';

/** Shows and episodes that authors write: scheduled publication, sizes of pictures. */
export const authoring: Migration = {
  async up(database) {
    await sql`
      alter table media
        -- Pixels of a picture. Null for audio, and for pictures of before.
        add column width integer,
        add column height integer;

      alter table episodes
        -- What a scheduled episode becomes: public, if it is null.
        add column publish_as text check (publish_as in ('public', 'unlisted', 'private')),
        -- When the episode was in public lists for the first time.
        add column first_listed_at timestamptz;
      update episodes set first_listed_at = published_at where is_listed;
      create index episodes_scheduled on episodes (published_at) where state = 'scheduled';
      create index episodes_calendar on episodes (user_id, published_at) where deleted_at is null;
      create index episodes_guid on episodes (guid);
      create index episodes_deleted on episodes (deleted_at) where deleted_at is not null;
      create index shows_deleted on shows (deleted_at) where deleted_at is not null;

      -- An episode plays what its upload has become, whoever has processed it.
      create function give_upload_to_episodes() returns trigger language plpgsql as $$
        begin
          update episodes set media_id = new.media_id, updated_at = now()
          where upload_id = new.upload_id and media_id is distinct from new.media_id;
          return null;
        end
      $$;
      create trigger give_to_episodes after update of state, media_id on uploads for each row
        when (new.state = 'ready' and new.media_id is not null)
        execute function give_upload_to_episodes();
    `.execute(database);
  },
};
