import { type Migration, sql } from 'kysely';

/**
 * A partition for each kind of document. PostgreSQL keeps word statistics per partition, so it knows that a word of
 * every second episode is in few tags, and does not scan all tags to find those.
 */
export const searchByKind: Migration = {
  async up(database) {
    await sql`
      create table new_documents (like search_documents including constraints)
        partition by list (kind);
      create table search_documents_tag partition of new_documents for values in ('tag');
      create table search_documents_user partition of new_documents for values in ('user');
      create table search_documents_show partition of new_documents for values in ('show');
      create table search_documents_episode partition of new_documents for values in ('episode');
      insert into new_documents select * from search_documents;

      create table new_texts (like search_texts) partition by list (kind);
      create table search_texts_user partition of new_texts for values in ('user');
      create table search_texts_show partition of new_texts for values in ('show');
      create table search_texts_episode partition of new_texts for values in ('episode');
      insert into new_texts select * from search_texts;

      drop table search_texts, search_documents;
      alter table new_documents rename to search_documents;
      alter table new_texts rename to search_texts;
      alter table search_documents add primary key (kind, id);
      alter table search_texts add primary key (kind, id);

      create index search_tag_heading on search_documents_tag using gin (heading)
        with (fastupdate = off);
      create index search_user_heading on search_documents_user using gin (heading)
        with (fastupdate = off);
      create index search_show_heading on search_documents_show using gin (heading)
        with (fastupdate = off);
      create index search_episode_heading on search_documents_episode using gin (heading)
        with (fastupdate = off);
      create index search_user_words on search_texts_user using gin (words)
        with (fastupdate = off);
      create index search_show_words on search_texts_show using gin (words)
        with (fastupdate = off);
      create index search_episode_words on search_texts_episode using gin (words)
        with (fastupdate = off);
      create index search_show_tags on search_documents_show using gin (tags)
        with (fastupdate = off);
      create index search_show_categories on search_documents_show using gin (categories)
        with (fastupdate = off);
      create index search_episode_tags on search_documents_episode using gin (tags)
        with (fastupdate = off);
      create index search_title on search_documents (kind, title);
      create index search_standing on search_documents (kind, standing desc, id desc);
      create index search_newest on search_documents (kind, moment desc, id desc);
      create index search_texts_standing on search_texts (kind, standing desc, id desc);
      create trigger announce after insert or update or delete or truncate on search_documents
        execute function announce_lists();

      -- A search that takes an unknown word for a frequent one reads through all episodes.
      alter table search_documents alter heading set statistics 400;
      alter table search_texts alter words set statistics 400;
      analyze search_documents;
      analyze search_texts;
    `.execute(database);
  },
};
