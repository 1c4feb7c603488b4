import { type Migration, sql } from 'kysely';

/**
 * Triggers announce on the channel "changes" which show or user has changed. A notification carries only a name such
 * as show:1, and PostgreSQL sends equal ones once per transaction, so an import does not flood the channel.
 */
export const changeNotices: Migration = {
  async up(database) {
    await sql`
      create function announce_row(row_data jsonb, names text[]) returns void language plpgsql as $$
        begin
          -- Pairs: the kind of thing, and the column with its id. The arguments of a trigger count from 0.
          for at in array_lower(names, 1) .. array_upper(names, 1) by 2 loop
            perform pg_notify('changes', names[at] || ':' || (row_data ->> names[at + 1]));
          end loop;
        end
      $$;
      create function announce_change() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then perform announce_row(to_jsonb(old), tg_argv::text[]); end if;
          if tg_op <> 'DELETE' then perform announce_row(to_jsonb(new), tg_argv::text[]); end if;
          return null;
        end
      $$;
      create function announce_everything() returns trigger language plpgsql as $$
        begin
          perform pg_notify('changes', 'anything');
          return null;
        end
      $$;
      create function announce_chapter() returns trigger language plpgsql as $$
        begin
          perform pg_notify('changes', 'show:' || show_id) from episodes
            where episode_id = old.episode_id or episode_id = new.episode_id;
          return null;
        end
      $$;
      create function announce_media() returns trigger language plpgsql as $$
        begin
          perform pg_notify('changes', 'show:' || show_id) from (
            select show_id from episodes where media_id = new.media_id
            union select show_id from episodes where image_id = new.media_id
            union select show_id from shows where image_id = new.media_id
          ) users_of_media;
          return null;
        end
      $$;

      create trigger announce after insert or delete on users for each row
        execute function announce_change('user', 'user_id');
      create trigger announce_update after update on users for each row
        when (old.* is distinct from new.*) execute function announce_change('user', 'user_id');
      create trigger announce after insert or delete on shows for each row
        execute function announce_change('show', 'show_id', 'user', 'user_id');
      create trigger announce_update after update on shows for each row
        when (old.* is distinct from new.*)
        execute function announce_change('show', 'show_id', 'user', 'user_id');
      create trigger announce after insert or delete on episodes for each row
        execute function announce_change('show', 'show_id');
      create trigger announce_update after update on episodes for each row
        when (old.* is distinct from new.*) execute function announce_change('show', 'show_id');
      create trigger announce after insert or update or delete on chapters for each row
        execute function announce_chapter();
      create trigger announce_update after update on media for each row
        when (old.* is distinct from new.*) execute function announce_media();

      create trigger announce_truncate after truncate on users execute function announce_everything();
      create trigger announce_truncate after truncate on shows execute function announce_everything();
      create trigger announce_truncate after truncate on episodes
        execute function announce_everything();
      create trigger announce_truncate after truncate on chapters
        execute function announce_everything();
    `.execute(database);
  },
};
