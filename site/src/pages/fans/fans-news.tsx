import type { ItemList, User } from 'earshot/contract';
import { useRef, useState } from 'react';
import { useUser } from '../../account/use-user.ts';
import { Action } from '../../action.tsx';
import { useChannel } from '../../push/use-channel.ts';
import { useSite, useTexts } from '../../site-context.tsx';

const ASKED_FOR = 50;

/** Offers the new followers since the page was loaded. */
export function FansNews() {
  const { client } = useSite();
  const t = useTexts('news');
  const me = useUser();
  const [fans, setFans] = useState<readonly number[]>([]);
  const known = useRef<ReadonlySet<number> | null>(null); // the newest fans in the first answer
  const offer = (ids: readonly number[]) => setFans((before) => [...new Set([...before, ...ids])]);

  async function catchUp(): Promise<void> {
    const answer = await client?.api
      .get<ItemList<User>>('fans', { followed_id: me?.user_id, limit: ASKED_FOR })
      .catch(() => null); // it is polled again
    if (!answer) return;
    const ids = answer.items.map(({ user_id }) => user_id);
    if (known.current) offer(missedFans(ids, known.current));
    known.current ??= new Set(ids);
  }

  const on = {
    follow({ user_id, show_id }: { user_id: number; show_id?: number }) {
      if (show_id === undefined) offer([user_id]); // this page lists followers of the author, not of shows
    },
  };
  useChannel(me && `private-user_${me.user_id}`, on, catchUp);

  const show = async () => {
    await client?.refresh();
    if (known.current) known.current = new Set([...known.current, ...fans]);
    setFans([]);
  };
  return (
    <div role="status">
      {fans.length > 0 && (
        <p>
          <Action onClick={show}>{t('new_fans', { count: fans.length })}</Action>
        </p>
      )}
    </div>
  );
}

/** New followers since the newest fans were `known`. If a fan leaves, an older one moves up, and is not new. */
export function missedFans(newest: readonly number[], known: ReadonlySet<number>): number[] {
  const end = newest.findIndex((id) => known.has(id));
  return end < 0 ? [...newest] : newest.slice(0, end);
}
