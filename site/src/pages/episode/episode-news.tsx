import type { Episode } from 'earshot/contract';
import { useEffect, useState } from 'react';
import { useUser } from '../../account/use-user.ts';
import { useChannel } from '../../push/use-channel.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** Shows that the episode is on the air, and keeps it up to date. Authors who view it see new likes. */
export function EpisodeNews({ episode }: { episode: Episode }) {
  const { client } = useSite();
  const t = useTexts('news');
  const me = useUser();
  const { episode_id, type, is_on_air } = episode;
  const [isOnAir, setOnAir] = useState(is_on_air);
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => setOnAir(is_on_air), [is_on_air]);

  function show(now: Pick<Episode, 'is_on_air'>): void {
    if (now.is_on_air === isOnAir) return;
    setOnAir(now.is_on_air);
    setEnded(isOnAir);
  }
  const ask = () =>
    void client?.api
      .get<{ episode: Episode }>('episode', { episode_id })
      .then(({ episode: now }) => show(now))
      .catch(() => {}); // it is polled again
  useChannel(type === 'LIVE' ? `episode_${episode_id}` : null, { live: show }, ask);
  // Only the authors of an episode get this number.
  const isAuthor = episode.count_unread_msg !== undefined;
  useChannel(me && isAuthor ? `private-user_${me.user_id}` : null, {
    like(liked: { episode_id: number }) {
      if (liked.episode_id === episode_id) client?.notify(t('liked'));
    },
  });
  if (type !== 'LIVE') return null;
  return (
    <div role="status">
      {isOnAir && <p className="es-chip">{t('on_air')}</p>}
      {hasEnded && <p className="site-quiet">{t('ended')}</p>}
    </div>
  );
}
