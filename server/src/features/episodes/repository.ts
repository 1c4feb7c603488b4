import type { Person } from 'earshot/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { momentOf } from '../../platform/database/moment-of.ts';
import { episodeNamed } from '../../platform/database/named.ts';
import type { EpisodeState, Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { HAS_CAMPAIGN } from '../ads/ads.ts';
import { isListed, isReadable } from '../policy/policy.ts';
import { type EpisodeFilter, isEmptyFilter, matchesFilter } from './episode-filter.ts';

/** A position in a list that is ordered by publication, newest first, and then by id. */
export type Position = [publishedAt: string, episodeId: number];

export type ChapterRow = Omit<Schema['chapters'], 'episode_id' | 'toc'>;

function selectFromEpisodes(database: Database) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .leftJoin('media as audio', 'audio.media_id', 'episodes.media_id')
    .leftJoin('media as image', (join) =>
      join.on('image.media_id', '=', sql`coalesce(episodes.image_id, shows.image_id)`),
    );
}

const BRIEF = [
  'episodes.episode_id',
  'episodes.show_id',
  'episodes.title',
  'episodes.permalink',
  'episodes.published_at',
  'episodes.season',
  'episodes.episode_number',
  'episodes.explicit',
  'episodes.type',
  'episodes.episode_type',
  'episodes.state',
  'episodes.is_on_air',
  'episodes.live_url',
  'episodes.requires_token',
  'episodes.access_key',
  'episodes.enclosure_url',
  'episodes.claimed_duration',
  'episodes.claimed_type',
  'episodes.claimed_size',
  'shows.user_id',
  'shows.title as show_title',
  'shows.language as show_language',
  'shows.permalink as show_permalink',
  'users.permalink as user_permalink',
  'audio.sha256 as audio_sha256',
  'audio.extension as audio_extension',
  'audio.mime_type as audio_type',
  'audio.file_size as audio_size',
  'audio.duration as audio_duration',
  'image.sha256 as image_sha256',
  'image.extension as image_extension',
  'image.color as image_color',
  momentOf(sql.ref('episodes.published_at')).as('published_moment'),
] as const;

/** True if the episode is public, and its author wants ads in it. */
const TAKES_ADS = sql<boolean>`(episodes.is_listed and shows.deleted_at is null
  and (episodes.preroll or episodes.postroll or cardinality(episodes.midrolls) > 0))`;

/** All columns. Texts and chapters can be long, so lists do not include them. */
const FULL = [
  ...BRIEF,
  'episodes.description',
  'episodes.tags',
  'episodes.midrolls',
  'episodes.preroll',
  'episodes.postroll',
  'episodes.allow_messages',
  'episodes.allow_timed_messages',
  'episodes.show_listeners',
  TAKES_ADS.as('takes_ads'),
  HAS_CAMPAIGN.as('has_campaign'),
  sql<ChapterRow[]>`(
    select coalesce(json_agg(chapter order by chapter.starts_at), '[]')
    from (select starts_at, title, url, image_url from chapters
      where chapters.episode_id = episodes.episode_id and toc) chapter
  )`.as('chapters'),
  sql<string | null>`(
    select language from transcripts
    where transcripts.episode_id = episodes.episode_id and cues is not null
  )`.as('transcript_language'),
] as const;

export type BriefRow = Awaited<ReturnType<typeof listLatest>>[number];
export type EpisodeRow = Awaited<ReturnType<typeof listEpisodes>>[number];

export interface EpisodeRange {
  showId: number;
  /** The last episode of the previous page. It may have been deleted since. */
  after: Position | null;
  /** Episodes to skip after that. */
  offset?: number;
  limit: number;
  viewer?: Viewer | undefined;
  filter?: EpisodeFilter | undefined;
}

function selectRange(database: Database, { showId, after, offset = 0, ...range }: EpisodeRange) {
  if (range.filter && !isEmptyFilter(range.filter)) {
    return selectFiltered(database, { showId, after, offset, ...range, filter: range.filter });
  }
  const query = selectListed(database, range).where('episodes.show_id', '=', showId);
  if (offset > 0) return query.where(isNotBefore(showId, offset, range.viewer));
  return after ? query.where(isBeyond(after)) : query;
}

/** Reads the episodes of one show, in either direction of the same index. */
function selectFiltered(
  database: Database,
  { showId, after, offset = 0, filter, ...range }: EpisodeRange & { filter: EpisodeFilter },
) {
  const direction = filter.sort === 'oldest' ? 'asc' : 'desc';
  const query = selectListed(database, range, direction)
    .where('episodes.show_id', '=', showId)
    .where(matchesFilter(filter))
    .offset(offset);
  return after ? query.where(isBeyond(after, direction)) : query;
}

/** True if an episode comes after a position of a list in this direction. */
function isBeyond(
  [time, id]: Position,
  direction: Direction = 'desc',
  place: Expression<Date | null> = sql.ref('episodes.published_at'),
) {
  return sql<boolean>`(${place}, episodes.episode_id) ${sql.raw(direction === 'asc' ? '>' : '<')}
    (${time}::timestamptz, ${id}::integer)`;
}

/** Skips the newest rows. Without a separate query, OFFSET would also compute their columns. */
function isNotBefore(showId: number, offset: number, viewer: Viewer = ANONYMOUS) {
  return sql<boolean>`(episodes.published_at, episodes.episode_id) <= (
    select episodes.published_at, episodes.episode_id
    from episodes join shows on shows.show_id = episodes.show_id
    where episodes.show_id = ${showId} and ${isListed(viewer)}
    order by episodes.published_at desc, episodes.episode_id desc
    offset ${offset} limit 1)`;
}

interface Latest {
  limit: number;
  viewer?: Viewer | undefined;
}

type Direction = 'asc' | 'desc';

/** Newest first, unless the direction is `asc`. */
function selectListed(
  database: Database,
  { limit, viewer = ANONYMOUS }: Latest,
  direction: Direction = 'desc',
) {
  return selectFromEpisodes(database)
    .where(isListed(viewer))
    .orderBy('episodes.published_at', direction)
    .orderBy('episodes.episode_id', direction)
    .limit(limit);
}

export function listEpisodes(database: Database, range: EpisodeRange) {
  return selectRange(database, range).select(FULL).execute();
}

/** Episodes of a show in these states. */
export interface StateRange extends Omit<EpisodeRange, 'viewer'> {
  states: readonly EpisodeState[];
  /** Null for an editor of the show, who sees all of them. */
  viewer: Viewer | null;
}

/** A draft that was never published is sorted by its creation time. */
const placeInTime = sql<Date>`coalesce(episodes.published_at, episodes.created_at)`;

type InStates = Pick<StateRange, 'showId' | 'states' | 'viewer' | 'filter'>;

function isInStates({ showId, states, viewer, filter = {} }: InStates) {
  const isSeen = viewer
    ? isListed(viewer)
    : sql<boolean>`(episodes.deleted_at is null and shows.deleted_at is null)`;
  return sql<boolean>`(episodes.show_id = ${showId} and episodes.state = any(${states})
    and ${isSeen} and ${matchesFilter(filter)})`;
}

/** Newest first. */
export function listByState(
  database: Database,
  { after, offset = 0, limit, ...range }: StateRange,
) {
  const query = selectFromEpisodes(database)
    .select(FULL)
    .select(momentOf(placeInTime).as('place'))
    .where(isInStates(range))
    .orderBy(placeInTime, 'desc')
    .orderBy('episodes.episode_id', 'desc')
    .limit(limit)
    .offset(offset);
  return (after ? query.where(isBeyond(after, 'desc', placeInTime)) : query).execute();
}

export const countByState = (database: Database, range: InStates): Promise<number> =>
  count(database, isInStates(range));

/** The number of a show's listed episodes. */
export function countEpisodes(
  database: Database,
  showId: number,
  viewer: Viewer = ANONYMOUS,
  filter: EpisodeFilter = {},
): Promise<number> {
  const isInShow = sql`${isListed(viewer)} and episodes.show_id = ${showId}`;
  return count(database, sql<boolean>`(${isInShow} and ${matchesFilter(filter)})`);
}

async function count(database: Database, isCounted: RawBuilder<boolean>): Promise<number> {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isCounted)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function listBriefs(database: Database, range: EpisodeRange) {
  return selectRange(database, range).select(BRIEF).execute();
}

const EXCERPT_SOURCE = 2_000; // characters of HTML: enough for two lines of text

/** The same, with the beginning of the notes. */
export function listWithNotes(database: Database, range: EpisodeRange) {
  return selectRange(database, range)
    .select(BRIEF)
    .select(sql<string>`left(episodes.description, ${sql.lit(EXCERPT_SOURCE)})`.as('notes'))
    .execute();
}

/** The seasons of a show with episodes, the newest first. Episodes without a season come last. */
export function listSeasons(database: Database, showId: number, viewer: Viewer = ANONYMOUS) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['episodes.season', sql<number>`count(*)::int`.as('count')])
    .where(isListed(viewer))
    .where('episodes.show_id', '=', showId)
    .groupBy('episodes.season')
    .orderBy('episodes.season', (order) => order.desc().nullsLast())
    .execute();
}

/** The listed episodes of the same show that are newer or older than one, the nearest first. */
export function listBeside(
  database: Database,
  episode: { episode_id: number; show_id: number },
  { side, ...latest }: Latest & { side: 'newer' | 'older' },
) {
  return selectListed(database, latest, side === 'newer' ? 'asc' : 'desc')
    .where('episodes.show_id', '=', episode.show_id)
    .where(
      sql<boolean>`(episodes.published_at, episodes.episode_id) ${sql.raw(side === 'newer' ? '>' : '<')}
        (select published_at, episode_id from episodes where episode_id = ${episode.episode_id})`,
    )
    .select(BRIEF)
    .execute();
}

/** The people in an episode. An episode that names none has those of its show (`podcast:person`). */
export async function listPeople(database: Database, episodeId: number): Promise<Person[]> {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['episodes.persons as own', 'shows.persons as shared'])
    .where('episode_id', '=', episodeId)
    .executeTakeFirst();
  if (!row) return [];
  return row.own.length > 0 ? row.own : row.shared;
}

export function listLatest(database: Database, latest: Latest) {
  return selectListed(database, latest).select(BRIEF).execute();
}

/** Takes the newest of each show by its own index: a host has many episodes, and a listener follows few shows. */
export async function findNew(
  database: Database,
  { followerId, limit, viewer = ANONYMOUS }: Latest & { followerId: number },
): Promise<number[]> {
  const { rows } = await sql<{ episode_id: number }>`
    select newest.episode_id
    from (
      select show_id from favorites where user_id = ${followerId}
      union
      select shows.show_id from followings join shows on shows.user_id = followings.followed_id
      where followings.follower_id = ${followerId}
    ) followed
    cross join lateral (
      select episodes.episode_id, episodes.published_at
      from episodes join shows on shows.show_id = episodes.show_id
      where episodes.show_id = followed.show_id and ${isListed(viewer)}
      order by episodes.published_at desc, episodes.episode_id desc
      limit ${limit}
    ) newest
    order by newest.published_at desc, newest.episode_id desc
    limit ${limit}
  `.execute(database);
  return rows.map((row) => row.episode_id);
}

/** How an episode is read at its own address. */
export interface Reading {
  viewer?: Viewer | undefined;
  /** Opens a private episode. */
  key?: string | undefined;
}

export function findEpisode(
  database: Database,
  id: number,
  { viewer = ANONYMOUS, key }: Reading = {},
): Promise<EpisodeRow | undefined> {
  return selectFromEpisodes(database)
    .select(FULL)
    .where(isReadable(viewer, key ?? null))
    .where('episode_id', '=', id)
    .executeTakeFirst();
}

/** Episodes that the viewer may read, unordered. */
export function findEpisodes(
  database: Database,
  ids: readonly number[],
  viewer: Viewer = ANONYMOUS,
): Promise<EpisodeRow[]> {
  return selectFromEpisodes(database)
    .select(FULL)
    .where(isReadable(viewer))
    .where(sql<boolean>`episodes.episode_id = any(${ids})`)
    .execute();
}

/** Episodes of public lists, without texts and chapters, unordered. */
export function findBriefs(
  database: Database,
  ids: readonly number[],
  viewer: Viewer = ANONYMOUS,
): Promise<BriefRow[]> {
  return selectFromEpisodes(database)
    .select(BRIEF)
    .where(isListed(viewer))
    .where(sql<boolean>`episodes.episode_id = any(${ids})`)
    .execute();
}

/** The names in the address of an episode's page. */
export interface EpisodeName {
  userPermalink: string;
  permalink: string;
}

/** Also by earlier permalinks of the user and the episode. */
export function findEpisodeByPermalink(
  database: Database,
  name: EpisodeName,
  { viewer = ANONYMOUS, key }: Reading = {},
): Promise<EpisodeRow | undefined> {
  return selectFromEpisodes(database)
    .select(FULL)
    .where(isReadable(viewer, key ?? null))
    .where('episodes.episode_id', '=', episodeNamed(name))
    .executeTakeFirst();
}
