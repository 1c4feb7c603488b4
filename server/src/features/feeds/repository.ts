import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { showNamed } from '../../platform/database/named.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed } from '../policy/policy.ts';
import { isForSubscribers } from '../subscribers/subscribers.ts';

export type ShowRow = NonNullable<Awaited<ReturnType<typeof findShow>>>;
export type EpisodeRow = Awaited<ReturnType<typeof listEpisodes>>[number];

/** A show with all data of its feed, also a deleted one, and by an earlier permalink. */
export async function findShow(database: Database, where: { id: number } | { permalink: string }) {
  return database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .leftJoin('media as image', 'image.media_id', 'shows.image_id')
    .selectAll('shows')
    .select([
      'users.permalink as user_permalink',
      'image.sha256 as image_sha256',
      'image.extension as image_extension',
      'image.width as image_width',
      'image.height as image_height',
    ])
    .where('shows.show_id', '=', 'id' in where ? where.id : showNamed(where.permalink))
    .executeTakeFirst();
}

/** Sets the guid of a show, unless it already has one. Returns its guid. */
export async function giveGuid(database: Database, showId: number, guid: string): Promise<string> {
  const row = await database
    .updateTable('shows')
    .set({ guid: sql<string>`coalesce(guid, ${guid})` })
    .where('show_id', '=', showId)
    .returning('guid')
    .executeTakeFirst();
  return row?.guid ?? guid;
}

export async function setNewAddress(
  database: Database,
  showId: number,
  { feed, host }: { feed: string | null; host: string | null },
): Promise<void> {
  await database
    .updateTable('shows')
    .set({ new_feed_url: feed, new_host_url: host, updated_at: sql<Date>`now()` })
    .where('show_id', '=', showId)
    .execute();
}

/**
 * The episodes of a feed. `subscribers`: including private ones, which only holders of a token may hear. `archive`:
 * those of the public feed, also if the show was deleted.
 */
export type Audience = 'public' | 'subscribers' | 'archive';

function isInFeed(audience: Audience) {
  if (audience === 'public') {
    // Apps send no playback token, so the audio would not open for them.
    return sql<boolean>`(${isListed(ANONYMOUS)} and not episodes.requires_token)`;
  }
  if (audience === 'archive') return sql<boolean>`episodes.is_listed`;
  return isForSubscribers;
}

export interface EpisodeBatch {
  showId: number;
  audience: Audience;
  /** The last episode of the previous batch. */
  after: { published_at: string; episode_id: number } | null;
  limit: number;
}

/** Facts about a transcript without its text. */
export interface StoredTranscript {
  language: string;
  has_times: boolean;
}

function selectFeed(database: Database, { showId, audience, limit }: Omit<EpisodeBatch, 'after'>) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .leftJoin('media as audio', 'audio.media_id', 'episodes.media_id')
    .leftJoin('media as image', 'image.media_id', 'episodes.image_id')
    .selectAll('episodes')
    .select([
      'users.permalink as user_permalink',
      'audio.sha256 as audio_sha256',
      'audio.extension as audio_extension',
      'audio.mime_type as audio_type',
      'audio.file_size as audio_size',
      'audio.duration as audio_duration',
      'image.sha256 as image_sha256',
      'image.extension as image_extension',
      'image.width as image_width',
      'image.height as image_height',
      sql<string>`episodes.published_at::text`.as('published_moment'), // to the microsecond
      sql<boolean>`exists (select from chapters
        where chapters.episode_id = episodes.episode_id)`.as('has_chapters'),
      sql<StoredTranscript | null>`(
        select jsonb_build_object('language', language, 'has_times', cues is not null)
        from transcripts where transcripts.episode_id = episodes.episode_id limit 1
      )`.as('transcript'),
    ])
    .where('episodes.show_id', '=', showId)
    .where(isInFeed(audience))
    .orderBy('episodes.published_at', 'desc')
    .orderBy('episodes.episode_id', 'desc')
    .limit(limit);
}

/** The live episodes of a feed, newest first. */
export function listLiveEpisodes(database: Database, range: Omit<EpisodeBatch, 'after'>) {
  return selectFeed(database, range).where('episodes.type', '=', 'LIVE').execute();
}

/** Recorded episodes of a feed, newest first. */
export function listEpisodes(database: Database, { after, ...range }: EpisodeBatch) {
  const query = selectFeed(database, range).where('episodes.type', '=', 'RECORDED');
  if (!after) return query.execute();
  return query
    .where(
      sql<boolean>`(episodes.published_at, episodes.episode_id) <
        (${after.published_at}::timestamptz, ${after.episode_id}::integer)`,
    )
    .execute();
}

export interface Version {
  episodes: number;
  /** Changes with every committed change of a row that the feed is made from. */
  fingerprint: string;
}

/**
 * Identifies the state of a feed. PostgreSQL marks each version of a row with the transaction that wrote it (`xmin`),
 * so texts need not be read.
 */
export async function readVersion(
  database: Database,
  { showId, audience }: { showId: number; audience: Audience },
): Promise<Version> {
  const { rows } = await sql<Version>`
    with listed as (
      select episodes.episode_id, concat_ws(' ', episodes.episode_id, episodes.xmin,
        (select string_agg(concat(media_id, '.', media.xmin), ' ' order by media_id) from media
          where media_id in (episodes.media_id, episodes.image_id))) as state
      from episodes join shows on shows.show_id = episodes.show_id
      where episodes.show_id = ${showId} and ${isInFeed(audience)}
    )
    select (select count(*)::int from listed) as episodes, md5(concat_ws(' ',
      (select string_agg(state, ',' order by episode_id) from listed),
      (select concat_ws(' ', shows.xmin, users.permalink, image.xmin) from shows
        join users on users.user_id = shows.user_id
        left join media as image on image.media_id = shows.image_id
        where shows.show_id = ${showId}),
      (select string_agg(concat(episode_id, '.', chapters.xmin, '.', starts_at), ','
          order by episode_id, starts_at)
        from chapters where episode_id in (select episode_id from listed)),
      (select string_agg(concat(transcript_id, '.', transcripts.xmin), ',' order by transcript_id)
        from transcripts where episode_id in (select episode_id from listed))
    )) as fingerprint`.execute(database);
  return rows[0] ?? { episodes: 0, fingerprint: '' };
}
