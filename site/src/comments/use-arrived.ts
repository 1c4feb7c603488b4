import type { Episode, ItemList, Message } from 'earshot/contract';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../account/use-user.ts';
import { useChannel } from '../push/use-channel.ts';
import { useSite } from '../site-context.tsx';
import type { ShownComment } from './comment-list.ts';
import { keyOf } from './write-comment.ts';

const GATHER_MS = 500; // a lively discussion sends many events, and that of the user's own comment arrives before its answer

/** New comments of others since the page was loaded that it does not show yet, newest first. */
export function useArrived(episode: Episode, shown: readonly ShownComment[]): ShownComment[] {
  const { client } = useSite();
  const me = useUser();
  const [newest, setNewest] = useState<readonly ShownComment[]>([]);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(): Promise<void> {
    timer.current = 0;
    // Comments that this page only offers are still unread for an author.
    const asked = { episode_id: episode.episode_id, peek: true, ...keyOf(episode) };
    const answer = await client?.api.get<ItemList<Message>>('messages', asked).catch(() => null); // the next event asks again
    if (answer) setNewest(answer.items);
  }

  const askSoon = () => {
    timer.current ||= window.setTimeout(ask, GATHER_MS);
  };
  useChannel(`episode_${episode.episode_id}`, { message: askSoon }, (isFirst) => {
    if (!isFirst) askSoon();
  });
  const latest = shown.find(({ message_id }) => message_id > 0)?.message_id ?? 0;
  return newest.filter(
    ({ message_id, user }) => message_id > latest && (!me || user?.user_id !== me.user_id),
  );
}
