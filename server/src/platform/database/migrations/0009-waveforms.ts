import { type Migration, sql } from 'kysely';

/** Waveforms of stored audio, and the embedded cover of an upload. */
export const waveforms: Migration = {
  async up(database) {
    await sql`
      create table waveforms (
        media_id integer not null references media on delete cascade,
        resolution text not null check (resolution in ('overview', 'detail')),
        samples_per_second double precision not null,
        -- A byte for each peak. Empty if the audio could not be decoded.
        peaks bytea not null,
        primary key (media_id, resolution)
      );
      create trigger announce after insert or update on waveforms for each row
        execute function announce_media();
      alter table uploads add column cover_id integer references media;
      create index uploads_cover on uploads (cover_id) where cover_id is not null;
    `.execute(database);
  },
};
