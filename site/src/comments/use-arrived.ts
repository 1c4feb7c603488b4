import type { Episode, ItemList, Message } from 'earshot/contract';
import { useEffect, useRef, useState } from 'react';
import { useChannel } from '../push/use-channel.ts';
import { useUser } from '../session/use-user.ts';
import { useSite } from '../site-context.tsx';
import type { ShownComment } from './comment-list.ts';
import { keyOf } from './write-comment.ts';

const GATHER_MS = 500; // a lively discussion sends many events, and one of one's own comes before its answer

/** Comments of others that have come since the page was loaded and that it does not show yet, newest first. */
export function useArrived(episode: Episode, shown: readonly ShownComment[]): ShownComment[] {
  const { client } = useSite();
  const me = useUser();
  const [newest, setNewest] = useState<readonly ShownComment[]>([]);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(): Promise<void> {
    timer.current = 0;
    // An author has not read what this page only offers.
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
