import type { Insertable } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { Schema } from '../../src/platform/database/tables.ts';

/** A quote of the present audio of an episode, from second 10 to 14. */
export async function addQuote(
  database: Database,
  {
    quote_id,
    episode_id,
    ...rest
  }: { quote_id: string; episode_id: number } & Partial<Insertable<Schema['quotes']>>,
): Promise<void> {
  const { media_id } = await database
    .selectFrom('episodes')
    .select('media_id')
    .where('episode_id', '=', episode_id)
    .executeTakeFirstOrThrow();
  const words = { marked_text: 'A cellar mutters.', text_before: '', text_after: '' };
  await database
    .insertInto('quotes')
    .values({
      quote_id,
      episode_id,
      language: 'en',
      ...words,
      marked_from: 10,
      marked_to: 14,
      marked_media_id: media_id,
      text: words.marked_text,
      starts_at: 10,
      ends_at: 14,
      media_id,
      ...rest,
    })
    .execute();
}
