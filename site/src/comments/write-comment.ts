import type { Episode, Message } from 'earshot/contract';
import type { NewComment } from 'earshot-site/contract';
import type { SiteClient } from '../site-client.ts';

/** @throws ApiError */
export async function writeComment(
  { api }: Pick<SiteClient, 'api'>,
  { id, at, ...fields }: NewComment,
): Promise<Message> {
  const time = at === null ? {} : { at };
  const answer = await api.post<{ message: Message }>('messages', {
    episode_id: id,
    ...fields,
    ...time,
  });
  return answer.message;
}

/** The key of a private episode, as a field of calls and forms. */
export function keyOf({ site_url }: Pick<Episode, 'site_url'>): { key?: string } {
  const key = new URL(site_url).searchParams.get('key');
  return key === null ? {} : { key };
}
