import { type Migration, sql } from 'kysely';

/** Search and Explore know the language of a show. Documents get it with the next index. */
export const searchLanguages: Migration = {
  async up(database) {
    await sql`
      alter table search_documents add column language text not null default '';
      create index search_show_language on search_documents_show (language, standing desc, id desc);

      create or replace function note_search_show() returns trigger language plpgsql as $$
        begin
          insert into search_changes (kind, id) values ('show', coalesce(new.show_id, old.show_id));
          if tg_op = 'UPDATE' and (new.title, new.author, new.keywords, new.user_id, new.language)
            is distinct from (old.title, old.author, old.keywords, old.user_id, old.language)
          then
            insert into search_changes (kind, id) values ('episodes', new.show_id);
          end if;
          notify search;
          return null;
        end
      $$;
      create trigger search_language_updated after update on shows for each row
        when (old.language is distinct from new.language)
        execute function note_search_show();

      insert into search_changes (kind, id)
        select kind, id from search_documents where kind in ('show', 'episode');
    `.execute(database);
  },
};
