import { UpNext } from 'earshot/bar';
import { usePlayer, usePlayerState } from 'earshot/react';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useEffect, useRef, useState } from 'react';
import { Action, ActionLink } from '../../action.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

/** The upcoming episodes: the listener's queue, and then the rest of the current list. */
export function Page() {
  const { t: site } = useSite();
  const t = useTexts('listening');
  const upNextTexts = useTexts('upNext');
  const player = usePlayer();
  const upNext = usePlayerState((snapshot) => snapshot.upNext);
  const title = useRef<HTMLHeadingElement>(null);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const [first] = upNext;
  const isEmpty = isAlive && !first;

  // The pressed button disappears with the last episode.
  useEffect(() => {
    if (isEmpty && document.activeElement === document.body) title.current?.focus();
  }, [isEmpty]);

  return (
    <div className="site-queue">
      <h1 ref={title} tabIndex={-1}>
        {site('queue')}
      </h1>
      <p className="site-quiet">{t('queue_kept')}</p>
      <p className="site-unscripted">{t('needs_script')}</p>
      {isEmpty && (
        <Empty text={t('no_queue')}>
          <ActionLink href={ALL_PAGE_ROUTES.explore}>{t('explore_all')}</ActionLink>
        </Empty>
      )}
      {isAlive && first && (
        <>
          <p>
            <Action
              kind="primary"
              onClick={() => first.episode_id !== undefined && player?.playUpNext(first.episode_id)}
            >
              {t('play_queue')}
            </Action>
          </p>
          <UpNext t={upNextTexts} />
        </>
      )}
    </div>
  );
}
