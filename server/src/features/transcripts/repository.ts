import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { TranscriptTable } from '../../platform/database/feed-columns.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { isReadable } from '../policy/policy.ts';

export interface TranscriptRequest {
  episodeId: number;
  viewer?: Viewer | undefined;
  /** Opens a private episode. */
  key?: string | null | undefined;
}

function selectReadable(
  database: Database,
  { episodeId, viewer = ANONYMOUS, key = null }: TranscriptRequest,
) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('transcripts', 'transcripts.episode_id', 'episodes.episode_id')
    .select(['episodes.show_id', 'episodes.user_id', 'transcripts.language'])
    .where('episodes.episode_id', '=', episodeId)
    .where(isReadable(viewer, key));
}

function selectFacts(database: Database, request: TranscriptRequest) {
  return selectReadable(database, request).select([
    'episodes.episode_id',
    'episodes.state',
    'episodes.access_key',
    'episodes.transcript_links',
    sql<boolean>`transcripts.cues is not null`.as('has_times'),
    sql<number>`coalesce(jsonb_array_length(transcripts.cues), 0)`.as('cue_count'),
  ]);
}

/** An episode that the viewer may read, with the facts of its transcript. */
export function findTranscript(database: Database, request: TranscriptRequest) {
  return selectFacts(database, request).executeTakeFirst();
}

/** The same, with a hash of the words, which takes a few milliseconds if there are many. */
export function findVersion(database: Database, request: TranscriptRequest) {
  const words = sql`coalesce(transcripts.cues::text, transcripts.text)`;
  const hash = sql<string | null>`left(encode(sha256(convert_to(${words}, 'UTF8')), 'hex'), 32)`;
  return selectFacts(database, request).select(hash.as('version')).executeTakeFirst();
}

export type TranscriptRow = NonNullable<Awaited<ReturnType<typeof findTranscript>>>;

/** The same, with its text. */
export function findWords(database: Database, request: TranscriptRequest) {
  return selectReadable(database, request)
    .select(['transcripts.cues', 'transcripts.text'])
    .executeTakeFirst();
}

/** The language of the show, with the episode locked. Undefined if there is no such episode. */
export function lockEpisode(transaction: Database, episodeId: number) {
  return transaction
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['shows.language', 'episodes.show_id', 'episodes.is_listed'])
    .where('episode_id', '=', episodeId)
    .where('episodes.deleted_at', 'is', null)
    .where('shows.deleted_at', 'is', null)
    .forUpdate('episodes')
    .executeTakeFirst();
}

export async function replaceTranscript(
  transaction: Database,
  transcript: Insertable<TranscriptTable>,
): Promise<void> {
  await transaction
    .deleteFrom('transcripts')
    .where('episode_id', '=', transcript.episode_id)
    .execute();
  await transaction.insertInto('transcripts').values(transcript).execute();
}

/** Also removes the files of an imported feed. */
export async function deleteTranscript(transaction: Database, episodeId: number): Promise<void> {
  await transaction.deleteFrom('transcripts').where('episode_id', '=', episodeId).execute();
  await transaction
    .updateTable('episodes')
    .set({ transcript_links: '[]', updated_at: sql<Date>`now()` })
    .where('episode_id', '=', episodeId)
    .where(sql<boolean>`transcript_links <> '[]'`)
    .execute();
}
