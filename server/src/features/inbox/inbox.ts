import { buildPath, type DashboardMessage, type InboxEntry, type ItemList } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import { type PageStart, readItems } from '../../platform/http/list-page.ts';
import { getEpisodes } from '../episodes/episodes.ts';
import { getMessages } from '../messages/messages.ts';
import * as repository from './repository.ts';

const CURSOR = createCursorFormat(Type.Tuple([IdPosition]));

export interface InboxRequest extends PageStart {
  /** Only episodes with messages that this user has not read. */
  unread?: boolean | undefined;
}

/**
 * The episodes of an author with messages, sorted by their newest message. It marks nothing as read.
 * @throws AppError INVALID_REQUEST for a malformed cursor
 */
export async function listInbox(
  deps: ReadDeps,
  userId: number,
  { unread = false, ...request }: InboxRequest,
): Promise<ItemList<InboxEntry>> {
  const { database, config } = deps;
  const url = new URL(config.apiUrl + buildPath(ALL_API_ROUTES, 'inbox'));
  if (unread) url.searchParams.set('unread', 'true');
  return readItems(request, {
    url: url.href,
    cursor: CURSOR,
    read: async ({ after, limit }) =>
      addEntities(
        deps,
        await repository.listInbox(database, {
          userId,
          isUnread: unread,
          before: after?.[0] ?? null,
          limit,
        }),
      ),
    positionOf: ({ last_message }): [number] => [last_message.message_id],
    toItem: (entry) => entry,
  });
}

export const countInbox = ({ database }: ReadDeps, userId: number): Promise<number> =>
  repository.countUnread(database, userId);

/** The newest messages of others about an author's episodes, with the titles of these. It marks nothing as read. */
export async function listNewestMessages(
  deps: ReadDeps,
  userId: number,
  limit: number,
): Promise<DashboardMessage[]> {
  const rows = await repository.listNewest(deps.database, userId, limit);
  const messages = await getMessages(
    deps,
    rows.map(({ message_id }) => message_id),
  );
  return rows.flatMap((row) => {
    const message = messages.find(({ message_id }) => message_id === row.message_id);
    return message ? [{ ...message, ...row }] : []; // it was deleted meanwhile
  });
}

async function addEntities(
  deps: ReadDeps,
  rows: readonly repository.InboxRow[],
): Promise<InboxEntry[]> {
  const [episodes, messages] = await Promise.all([
    getEpisodes(
      deps,
      rows.map(({ episode_id }) => episode_id),
    ),
    getMessages(
      deps,
      rows.map(({ last_message_id }) => last_message_id),
    ),
  ]);
  return rows.flatMap(({ episode_id, last_message_id, total, unread }) => {
    const episode = episodes.find((each) => each.episode_id === episode_id);
    const last_message = messages.find(({ message_id }) => message_id === last_message_id);
    // One of them was deleted meanwhile.
    return episode && last_message ? [{ episode, total, unread, last_message }] : [];
  });
}
