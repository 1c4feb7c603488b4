import { useRef } from 'react';
import type { QueueItem } from '../engine/player.ts';
import { EpisodeRow } from './episode-row.tsx';
import { usePlayer, usePlayerState } from './player-context.tsx';
import { QueueRow } from './queue-row.tsx';
import { RowOptions } from './row-options.tsx';
import type { UpNextTranslate } from './up-next-translate.ts';
import { useMoreAtEnd } from './use-more-at-end.ts';
import { useReorder } from './use-reorder.ts';

/** The listener's queue, which they can change, and then the rest of the list. A click plays an episode now. */
export function UpNext({ t }: { t: UpNextTranslate }) {
  const queue = usePlayerState((snapshot) => snapshot.queue);
  const upNext = usePlayerState((snapshot) => snapshot.upNext);
  const rest = upNext.slice(queue.length);
  const box = useRef<HTMLDivElement>(null);
  useMoreAtEnd(box);
  return (
    <div ref={box} className="es-up-next">
      {upNext.length === 0 && <p className="es-panel-empty">{t('empty')}</p>}
      {queue.length > 0 && <Queue queue={queue} t={t} />}
      {rest.length > 0 && (
        <>
          {queue.length > 0 && <p className="es-rows-head">{t('after')}</p>}
          <ol className="es-rows" aria-label={t('after')}>
            {rest.map((item) => (
              <li key={item.api_url}>
                <PlayNowRow item={item} />
                <RowOptions label={t('options', { title: item.title ?? '' })} item={item} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Queue({ queue, t }: { queue: readonly QueueItem[]; t: UpNextTranslate }) {
  const player = usePlayer();
  const list = useRef<HTMLOListElement>(null);
  const dragged = useReorder(list, (from, to) => {
    const id = queue[from]?.episode_id;
    if (id !== undefined) player?.moveInQueue(id, to);
  });
  return (
    <>
      <div className="es-rows-head">
        <span>{t('queue')}</span>
        <button type="button" className="es-link" onClick={() => player?.clearQueue()}>
          {t('clear')}
        </button>
      </div>
      <ol ref={list} className="es-rows" aria-label={t('queue')}>
        {queue.map((item, index) => (
          <QueueRow
            key={item.api_url}
            item={item}
            onDragStart={(event) => dragged.start(event, index)}
            t={t}
          >
            <PlayNowRow item={item} />
          </QueueRow>
        ))}
      </ol>
    </>
  );
}

function PlayNowRow({ item }: { item: QueueItem }) {
  const player = usePlayer();
  const { episode_id } = item;
  return (
    <button
      type="button"
      className="es-row"
      onClick={() => episode_id !== undefined && player?.playUpNext(episode_id)}
    >
      <EpisodeRow item={item}>
        {item.show_title && (
          <span className="es-row-facts" dir="auto">
            {item.show_title}
          </span>
        )}
      </EpisodeRow>
    </button>
  );
}
