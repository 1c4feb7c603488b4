import { useState } from 'react';
import { useChannel } from '../../push/use-channel.ts';
import { useUser } from '../../session/use-user.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** Offers the followers that have come since the page was loaded. */
export function FansNews() {
  const { client } = useSite();
  const t = useTexts('news');
  const me = useUser();
  const [fans, setFans] = useState<readonly number[]>([]);
  useChannel(me && `private-user_${me.user_id}`, {
    follow: ({ user_id, show_id }: { user_id: number; show_id?: number }) => {
      if (show_id !== undefined) return; // this page lists those who follow the author himself
      setFans((before) => [...new Set([...before, user_id])]);
    },
  });
  const show = async () => {
    await client?.refresh();
    setFans([]);
  };
  return (
    <div role="status">
      {fans.length > 0 && (
        <p>
          <button type="button" className="es-action" data-kind="secondary" onClick={show}>
            {t('new_fans', { count: fans.length })}
          </button>
        </p>
      )}
    </div>
  );
}
