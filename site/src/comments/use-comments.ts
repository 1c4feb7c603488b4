import { ApiError } from 'earshot';
import type { Episode, ItemList, Message } from 'earshot/contract';
import type { SiteComments } from 'earshot-site/contract';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../account/use-user.ts';
import { useSite, useTexts } from '../site-context.tsx';
import {
  addComment,
  type CommentList,
  growComments,
  removeComment,
  renewComments,
  type ShownComment,
} from './comment-list.ts';
import { useArrived } from './use-arrived.ts';
import { keyOf, writeComment } from './write-comment.ts';

/**
 * The comments of an episode. A new one is shown at once, and taken back if the server refuses it. A removed one goes
 * when the server has removed it, so that it is not there again after a reload.
 */
export function useComments(episode: Episode, comments: SiteComments) {
  const { client } = useSite();
  const t = useTexts('comments');
  const me = useUser();
  const [list, setList] = useState<CommentList>(comments);
  const [isLoading, setLoading] = useState(false);
  const given = useRef(comments);
  const sentCount = useRef(0);

  useEffect(() => {
    if (given.current === comments) return;
    given.current = comments;
    setList((before) => renewComments(before, comments));
  }, [comments]);

  async function more(): Promise<void> {
    if (!client || isLoading || !list.next) return;
    setLoading(true);
    try {
      const { episode_id } = episode;
      const asked = { episode_id, cursor: list.next, ...keyOf(episode) };
      const { items, next_url } = await client.api.get<ItemList<Message>>('messages', asked);
      const next = next_url ? new URL(next_url).searchParams.get('cursor') : null;
      setList((before) => growComments(before, { items, next }));
    } catch {
      client.notify(t('more_failed'), { level: 'error' });
    } finally {
      setLoading(false);
    }
  }

  /** @throws ApiError */
  async function write(text: string, at: number | null): Promise<void> {
    if (!client || !me) return;
    sentCount.current += 1;
    const { episode_id } = episode;
    const created_at = new Date().toISOString();
    const pending = { message_id: -sentCount.current, episode_id, user: me, text, at, created_at };
    setList((before) => addComment(before, pending));
    try {
      const message = await writeComment(client, { id: episode_id, text, at, ...keyOf(episode) });
      setList((before) => addComment(removeComment(before, pending.message_id), message));
      client.notify(t('sent'), { level: 'success' });
    } catch (error) {
      setList((before) => removeComment(before, pending.message_id));
      // The reader could open this page, so an author has blocked them.
      const isBlocked = error instanceof ApiError && error.reason === 'EPISODE_UNAVAILABLE';
      throw isBlocked ? new ApiError(error.reason, error.status, [t('blocked')]) : error;
    }
  }

  async function remove(comment: ShownComment): Promise<void> {
    if (!client) return;
    const { episode_id, message_id } = comment;
    try {
      await client.api.delete('message', { episode_id, message_id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // After a 404, another user has removed it.
      if (error.status !== 404) return client.notify(error.messages.join(', '), { level: 'error' });
    }
    setList((before) => removeComment(before, message_id));
  }

  const arrived = useArrived(episode, list.items);

  return { ...list, isLoading, more, write, remove, arrived };
}
