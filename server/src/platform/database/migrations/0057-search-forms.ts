import { type Migration, sql } from 'kysely';

/** Parts of Korean words, longer German words, and the spellings of Hindi need new documents. */
export const searchForms: Migration = {
  async up(database) {
    await sql`
      insert into search_changes (kind, id) select kind, id from search_documents where kind <> 'tag'
    `.execute(database);
  },
};
