import { buildPath } from 'earshot/contract';
import { OWN_PAGE_ROUTES, UpNext } from 'earshot/internal';
import { usePlayer, usePlayerState } from 'earshot/react';
import { useEffect, useRef, useState } from 'react';
import { useSite, useTexts } from '../../site-context.tsx';

/** What plays next: the listener's queue, and then the rest of the list that plays. */
export function QueuePage() {
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

  // What was pressed goes with the last episode.
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
        <>
          <p>{t('no_queue')}</p>
          <p>
            <a
              className="es-action"
              data-kind="secondary"
              href={buildPath(OWN_PAGE_ROUTES, 'explore')}
            >
              {t('explore_all')}
            </a>
          </p>
        </>
      )}
      {isAlive && first && (
        <>
          <p>
            <button
              type="button"
              className="es-action"
              data-kind="primary"
              onClick={() => first.episode_id !== undefined && player?.playUpNext(first.episode_id)}
            >
              {t('play_queue')}
            </button>
          </p>
          <UpNext t={upNextTexts} />
        </>
      )}
    </div>
  );
}
