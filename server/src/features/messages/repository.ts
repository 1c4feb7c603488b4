import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { isEditor, isReadable, notBlocked } from '../policy/policy.ts';

/** How a viewer reads an episode. */
export interface Reading {
  viewer?: Viewer | undefined;
  /** Opens a private episode. */
  key?: string | undefined;
}

/** The owner and the editors of a show, but not administrators: reading of messages is private to the authors. */
const isAuthor = ({ userId }: Viewer) => isEditor({ userId, isAdmin: false });

/** The permissions of an episode. Undefined if the viewer may not read it. */
export function findEpisode(
  database: Database,
  episodeId: number,
  { viewer = ANONYMOUS, key }: Reading,
) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select([
      'episodes.show_id',
      'episodes.user_id',
      'allow_messages',
      'allow_timed_messages',
      sql<number>`coalesce(media.duration, claimed_duration)`.as('duration'),
      isAuthor(viewer).as('is_author'),
    ])
    .where('episode_id', '=', episodeId)
    .where(isReadable(viewer, key ?? null))
    .executeTakeFirst();
}

export interface NewMessage {
  episode_id: number;
  user_id: number;
  text: string;
  at: number | null;
}

const COLUMNS = ['message_id', 'episode_id', 'user_id', 'text', 'at', 'created_at'] as const;

export type MessageRow = Awaited<ReturnType<typeof insertMessage>>;

export function insertMessage(database: Database, message: NewMessage) {
  return database
    .insertInto('messages')
    .values(message)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export interface MessageRange {
  episodeId: number;
  viewer: Viewer;
  /** Id of the last message of the previous page. */
  before: number | null;
  /** Messages to skip after that. */
  offset: number;
  limit: number;
}

function selectVisible(database: Database, episodeId: number, viewer: Viewer) {
  return database
    .selectFrom('messages')
    .where('episode_id', '=', episodeId)
    .where(notBlocked(viewer, sql.ref('messages.user_id')));
}

/** Newest first. */
export function listMessages(
  database: Database,
  { episodeId, viewer, before, offset, limit }: MessageRange,
): Promise<MessageRow[]> {
  return selectVisible(database, episodeId, viewer)
    .select(COLUMNS)
    .$if(before !== null, (query) => query.where('message_id', '<', before))
    .orderBy('message_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function findMessages(
  database: Database,
  ids: readonly number[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return database.selectFrom('messages').select(COLUMNS).where('message_id', 'in', ids).execute();
}

export async function countMessages(
  database: Database,
  episodeId: number,
  viewer: Viewer,
): Promise<number> {
  const { count } = await selectVisible(database, episodeId, viewer)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Marks messages as read, and returns the ids of those that were unread. Messages that are being deleted are skipped.
 */
export async function insertReads(
  database: Database,
  userId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<{ message_id: number }>`
    insert into message_reads (message_id, user_id)
    select message_id, ${userId} from messages
    where message_id = any(${messageIds}) and user_id is distinct from ${userId}
    for key share
    on conflict do nothing
    returning message_id
  `.execute(database);
  return rows.map(({ message_id }) => message_id);
}

/** Undefined if the viewer is not an author of the episode. */
export async function countUnread(database: Database, episodeId: number, viewer: Viewer) {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(
      sql<number>`(
        select count(*)::int from messages
        where messages.episode_id = episodes.episode_id
          and messages.user_id is distinct from ${viewer.userId}
          and ${notBlocked(viewer, sql.ref('messages.user_id'))}
          and not exists (select from message_reads as read
            where read.message_id = messages.message_id and read.user_id = ${viewer.userId})
      )`.as('unread'),
    )
    .where('episode_id', '=', episodeId)
    .where(isAuthor(viewer))
    .executeTakeFirst();
  return row?.unread;
}

/** False if there is no such message of that episode. */
export async function deleteMessage(
  database: Database,
  { episodeId, messageId }: { episodeId: number; messageId: number },
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('messages')
    .where('message_id', '=', messageId)
    .where('episode_id', '=', episodeId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function anonymise(database: Database, userId: number): Promise<void> {
  await database
    .updateTable('messages')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .execute();
  await database.deleteFrom('message_reads').where('user_id', '=', userId).execute();
}

/** The users to notify of a new message: the other authors of its episode, without those in a block with its writer. */
export async function findHearers(
  database: Database,
  messageId: number,
): Promise<{ readers: number[]; is_public: boolean }> {
  const { rows } = await sql<{ readers: number[]; is_public: boolean }>`
    select episodes.state in ('published', 'live') as is_public, array(
      select author.user_id from (
        select shows.user_id union select member.user_id from show_members as member
          where member.show_id = shows.show_id
      ) as author
      where author.user_id is distinct from messages.user_id and not exists (
        select from blocks where (blocker_id, blocked_id) = (author.user_id, messages.user_id)
          or (blocker_id, blocked_id) = (messages.user_id, author.user_id))
    ) as readers
    from messages join episodes using (episode_id) join shows using (show_id)
    where message_id = ${messageId}
  `.execute(database);
  return rows[0] ?? { readers: [], is_public: false };
}
