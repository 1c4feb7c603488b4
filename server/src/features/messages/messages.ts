import { API_ROUTES, AppError, buildPath, type Message, type User } from 'earshot/contract';
import { Type } from 'typebox';
import type { EndingAccount, ReadDeps, WriteDeps } from '../../feature.ts';
import { NOT_STORED } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import {
  type ListRequest,
  type PagerAnswer,
  readPagerList,
} from '../../platform/http/list-page.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { episodeChannel, userChannel } from '../push/push.ts';
import { addShowSources } from '../shows/shows.ts';
import { getUsers } from '../users/users.ts';
import { readMessageText, readMessageTime } from './message-text.ts';
import type { MessageRow } from './repository.ts';
import * as repository from './repository.ts';

export { MessageSchema } from './schema.ts';

const CURSOR = createCursorFormat(Type.Tuple([IdPosition]));

type PushDeps = Pick<WriteDeps, 'push'>;

const messagesSource = (episodeId: number) => `messages:${episodeId}`;

export interface MessageRequest extends ListRequest {
  /** Opens a private episode. */
  key?: string | undefined;
  /** True for a page that only counts new messages. */
  peek?: boolean | undefined;
}

/**
 * The messages of an episode, newest first, without those of users in a block with the viewer, in either direction.
 * Messages that an author of the episode gets here are marked as read, unless `peek` is set.
 * @throws AppError EPISODE_UNAVAILABLE, or for a malformed cursor
 */
export async function listMessages(
  deps: ReadDeps & Partial<PushDeps>,
  episodeId: number,
  { key, peek = false, ...request }: MessageRequest,
): Promise<PagerAnswer<Message>> {
  const { database, config, sources, viewer = ANONYMOUS } = deps;
  sources?.add(messagesSource(episodeId));
  const episode = await repository.findEpisode(database, episodeId, { viewer, key });
  if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
  addShowSources(deps, episode);
  const url = new URL(config.apiUrl + buildPath(API_ROUTES, 'messages', { episode_id: episodeId }));
  if (key !== undefined) url.searchParams.set('key', key);
  const answer = await readPagerList(request, {
    url: url.href,
    cursor: CURSOR,
    async read({ after, ...range }) {
      const before = after?.[0] ?? null;
      const found = { ...range, episodeId, viewer, before };
      return addUsers(deps, await repository.listMessages(database, found));
    },
    count: () => repository.countMessages(database, episodeId, viewer),
    positionOf: ({ message_id }): [number] => [message_id],
    toItem: (message) => message,
  });
  if (episode.is_author && viewer.userId !== null) {
    sources?.add(NOT_STORED);
    if (!peek) await markRead(deps, viewer.userId, answer);
  }
  return answer;
}

/** Marks the messages of an answer as read, and marks in it which ones were unread. */
async function markRead(
  { database, push }: ReadDeps & Partial<PushDeps>,
  userId: number,
  { items = [], pager }: PagerAnswer<Message>,
): Promise<void> {
  const messages = new Set([...items, ...(pager?.results ?? [])]);
  const ids = [...messages].map(({ message_id }) => message_id);
  const unread = await repository.insertReads(database, userId, ids);
  if (unread.length > 0) push?.publish([{ channel: userChannel(userId), event: 'read', data: {} }]);
  for (const message of messages) message.is_unread = unread.includes(message.message_id);
}

/** The messages of these ids, unordered. The caller ensures that the viewer may read them. It marks nothing as read. */
export async function getMessages(deps: ReadDeps, ids: readonly number[]): Promise<Message[]> {
  return addUsers(deps, await repository.findMessages(deps.database, ids));
}

/** A deleted user is null. */
async function addUsers(
  deps: ReadDeps,
  rows: readonly repository.MessageRow[],
): Promise<Message[]> {
  const ids = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const users = new Map<number | null, User>();
  for (const user of await getUsers(deps, [...ids])) users.set(user.user_id, user);
  return rows.map((row) => toMessage(row, users.get(row.user_id) ?? null));
}

export interface NewMessage {
  text: string;
  /** Content seconds. */
  at?: number | null | undefined;
  /** Opens a private episode. */
  key?: string | undefined;
}

/**
 * Writes a message. Administrators have no more permissions here than members. Once it is stored, nothing may fail,
 * because the user would send it again. Call `announceMessage` afterwards.
 * @throws AppError EPISODE_UNAVAILABLE, also for users who are blocked by the owner of the show, FORBIDDEN if the
 * author allows no messages, INVALID_REQUEST
 */
export async function writeMessage(
  deps: ReadDeps & WriteDeps,
  { episodeId, userId }: { episodeId: number; userId: number },
  { text, at, key }: NewMessage,
): Promise<Message> {
  const { database, answers } = deps;
  const viewer = { userId, isAdmin: false };
  const episode = await repository.findEpisode(database, episodeId, { viewer, key });
  if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
  if (!episode.allow_messages) throw new Refusal('FORBIDDEN', 'no_messages');
  const [user = null] = await getUsers({ ...deps, viewer }, [userId]);
  const row = await repository.insertMessage(database, {
    episode_id: episodeId,
    user_id: userId,
    text: readMessageText(text),
    at: readMessageTime(at, episode),
  });
  answers.drop(messagesSource(episodeId));
  return toMessage(row, user);
}

/** Notifies the authors, and all viewers of a public episode. */
export async function announceMessage(
  { database, push }: WriteDeps,
  { episode_id, message_id }: Message,
): Promise<void> {
  const { readers, is_public } = await repository.findHearers(database, message_id);
  const channels = readers.map(userChannel);
  if (is_public) channels.push(episodeChannel(episode_id));
  const data = { episode_id, message_id };
  push.publish(channels.map((channel) => ({ channel, event: 'message', data })));
}

/** @throws AppError NOT_FOUND */
export async function deleteMessage(
  { database, answers }: WriteDeps,
  message: { episodeId: number; messageId: number },
): Promise<void> {
  const isDeleted = await repository.deleteMessage(database, message);
  if (!isDeleted) throw new AppError('NOT_FOUND');
  answers.drop(messagesSource(message.episodeId));
}

/** The number of messages of an episode that one of its authors has not read. Undefined for all other viewers. */
export async function countUnread(
  database: Database,
  episodeId: number,
  viewer: Viewer,
): Promise<number | undefined> {
  if (viewer.userId === null) return undefined;
  return repository.countUnread(database, episodeId, viewer);
}

/** Removes the name of a user from their messages. For the end of an account. */
export function anonymiseMessages({ transaction, userId }: EndingAccount): Promise<void> {
  return repository.anonymise(transaction, userId);
}

function toMessage(row: MessageRow, user: User | null): Message {
  const { message_id, episode_id, text, at, created_at } = row;
  return { message_id, episode_id, user, text, at, created_at: created_at.toISOString() };
}
