import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { isReadable } from '../policy/policy.ts';

/** A quote of an episode that the viewer may read. */
export function findQuote(database: Database, quoteId: string, viewer: Viewer = ANONYMOUS) {
  return database
    .selectFrom('quotes')
    .innerJoin('episodes', 'episodes.episode_id', 'quotes.episode_id')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .selectAll('quotes')
    .select(['episodes.show_id', 'episodes.user_id', 'episodes.media_id as present_media_id'])
    .where('quote_id', '=', quoteId)
    .where(isReadable(viewer))
    .executeTakeFirst();
}

export type FoundQuote = NonNullable<Awaited<ReturnType<typeof findQuote>>>;

/** The words of an episode that everybody may read, with the episode locked. */
export function lockWords(transaction: Database, episodeId: number, viewer: Viewer) {
  return transaction
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('transcripts', 'transcripts.episode_id', 'episodes.episode_id')
    .select(['episodes.media_id', 'transcripts.cues', 'transcripts.language'])
    .where('episodes.episode_id', '=', episodeId)
    .where('episodes.state', 'in', ['published', 'live', 'unlisted'])
    .where(isReadable(viewer))
    .forShare('episodes')
    .executeTakeFirst();
}

export async function countQuotes(database: Database, episodeId: number): Promise<number> {
  const { count } = await database
    .selectFrom('quotes')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('episode_id', '=', episodeId)
    .executeTakeFirstOrThrow();
  return count;
}

/** False if the quote exists. */
export async function addQuote(
  database: Database,
  quote: Insertable<Schema['quotes']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('quotes')
    .values(quote)
    .onConflict((conflict) => conflict.column('quote_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The episodes with quotes that must be placed. */
export async function listMoved(
  database: Database,
  { showId }: { showId?: number } = {},
): Promise<number[]> {
  const rows = await database
    .selectFrom('quotes')
    .innerJoin('episodes', 'episodes.episode_id', 'quotes.episode_id')
    .select('quotes.episode_id')
    .distinct()
    .whereRef('placed_changes', '<', 'changes')
    .$if(showId !== undefined, (query) => query.where('episodes.show_id', '=', showId ?? 0))
    .execute();
  return rows.map(({ episode_id }) => episode_id);
}

/** The present audio and transcript of an episode. */
export function findPresent(database: Database, episodeId: number) {
  return database
    .selectFrom('episodes')
    .leftJoin('transcripts', 'transcripts.episode_id', 'episodes.episode_id')
    .select([
      'episodes.media_id',
      'transcripts.cues',
      'transcripts.text',
      'transcripts.created_at as transcribed_at',
    ])
    .where('episodes.episode_id', '=', episodeId)
    .executeTakeFirst();
}

/** Quotes that must be placed. */
export function listUnplaced(database: Database, episodeId: number, limit: number) {
  return database
    .selectFrom('quotes')
    .selectAll()
    .where('episode_id', '=', episodeId)
    .whereRef('placed_changes', '<', 'changes')
    .orderBy('quote_id')
    .limit(limit)
    .execute();
}

export type QuoteRow = Awaited<ReturnType<typeof listUnplaced>>[number];

/** Quotes marked in this audio whose sound is not kept yet. */
export function listSoundless(database: Database, episodeId: number, mediaId: number) {
  return database
    .selectFrom('quotes')
    .select(['quote_id', 'marked_from', 'marked_to'])
    .where('episode_id', '=', episodeId)
    .where('marked_media_id', '=', mediaId)
    .where('sound', 'is', null)
    .execute();
}

export async function saveSound(
  database: Database,
  quoteId: string,
  { sound, from, to }: { sound: Buffer; from: number; to: number },
): Promise<void> {
  await database
    .updateTable('quotes')
    .set({ sound, sound_from: from, sound_to: to })
    .where('quote_id', '=', quoteId)
    .execute();
}

export interface SavedPlace {
  quoteId: string;
  /** The changes of the episode that the place takes into account. */
  changes: number;
  mediaId: number | null;
  /** Null: the words are lost. */
  placed: { starts_at: number; ends_at: number; text: string } | null;
}

/** If the episode has changed again meanwhile, the quote remains unplaced. */
export async function savePlace(
  database: Database,
  { quoteId, changes, mediaId, placed }: SavedPlace,
): Promise<void> {
  await database
    .updateTable('quotes')
    .set({ placed_changes: changes, is_lost: placed === null, media_id: mediaId, ...placed })
    .where('quote_id', '=', quoteId)
    .where('changes', '=', changes)
    .execute();
}
