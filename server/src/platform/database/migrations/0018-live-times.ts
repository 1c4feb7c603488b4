import { type Migration, sql } from 'kysely';

/** Planned and actual times of a live episode on air. */
export const liveTimes: Migration = {
  async up(database) {
    await sql`
      alter table episodes
        -- As the author announces it.
        add column live_starts_at timestamptz,
        add column live_ends_at timestamptz,
        -- The latest time on air. The trigger sets it, whoever changes is_on_air.
        add column on_air_from timestamptz,
        add column on_air_until timestamptz;

      create function note_time_on_air() returns trigger language plpgsql as $$
        begin
          if new.is_on_air then
            new.on_air_from := now();
            new.on_air_until := null;
          else
            new.on_air_until := now();
          end if;
          return new;
        end
      $$;
      create trigger note_time_on_air before update on episodes for each row
        when (new.is_on_air is distinct from old.is_on_air)
        execute function note_time_on_air();
    `.execute(database);
  },
};
