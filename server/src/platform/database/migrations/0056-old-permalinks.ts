import { type Migration, sql } from 'kysely';

/** Earlier permalinks of users, shows and episodes. Every change of a permalink adds one. */
export const oldPermalinks: Migration = {
  async up(database) {
    await sql`
      create table old_permalinks (
        permalink text not null,
        user_id integer references users on delete cascade,
        show_id integer references shows on delete cascade,
        episode_id integer references episodes on delete cascade,
        -- The user in the old address of an episode.
        owner_id integer references users on delete cascade,
        check (num_nonnulls(user_id, show_id, episode_id) = 1),
        check ((owner_id is null) = (episode_id is null))
      );
      create unique index old_permalinks_of_users on old_permalinks (permalink) where user_id is not null;
      create unique index old_permalinks_of_shows on old_permalinks (permalink) where show_id is not null;
      create unique index old_permalinks_of_episodes on old_permalinks (owner_id, permalink)
        where episode_id is not null;
      create index old_permalinks_user_id on old_permalinks (user_id) where user_id is not null;
      create index old_permalinks_show_id on old_permalinks (show_id) where show_id is not null;
      create index old_permalinks_episode_id on old_permalinks (episode_id) where episode_id is not null;

      -- The last holder of a permalink keeps it as an old one.
      create function keep_permalink() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'users' then
          insert into old_permalinks (permalink, user_id) values (old.permalink, old.user_id)
            on conflict (permalink) where user_id is not null do update set user_id = excluded.user_id;
        elsif tg_table_name = 'shows' then
          insert into old_permalinks (permalink, show_id) values (old.permalink, old.show_id)
            on conflict (permalink) where show_id is not null do update set show_id = excluded.show_id;
        else
          insert into old_permalinks (permalink, episode_id, owner_id)
            values (old.permalink, old.episode_id, old.user_id)
            on conflict (owner_id, permalink) where episode_id is not null
            do update set episode_id = excluded.episode_id;
        end if;
        return null;
      end $$;
      -- The permalink of a deleted account is forgotten.
      create trigger keep_permalink after update of permalink on users for each row
        when (old.permalink <> new.permalink and new.deleted_at is null)
        execute function keep_permalink();
      create trigger keep_permalink after update of permalink on shows for each row
        when (old.permalink <> new.permalink) execute function keep_permalink();
      create trigger keep_permalink after update of permalink, user_id on episodes for each row
        when ((old.permalink, old.user_id) is distinct from (new.permalink, new.user_id))
        execute function keep_permalink();
    `.execute(database);
  },
};
