import { useMemo, useRef } from 'react';
import type { PlaylistItem } from '../contract/playlists.ts';
import { EpisodeRow } from './episode-row.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';
import { RowOptions } from './row-options.tsx';
import type { UpNextTranslate } from './up-next-translate.ts';
import { useFollow } from './use-follow.ts';
import { useMoreAtEnd } from './use-more-at-end.ts';
import { useProgress } from './use-progress.ts';

const ROWS_AT_ONCE = 50;

/** The loaded episodes of the player's playlist. A click plays one. */
export function PanelEpisodes({ queue }: { queue: UpNextTranslate }) {
  const t = useTranslate();
  const items = usePlayerState((snapshot) => snapshot.playlist);
  const stationUrl = usePlayerState((snapshot) => snapshot.stationUrl);
  const currentTitle = usePlayerState(({ episode }) => episode?.title);
  const list = useRef<HTMLOListElement>(null);
  const current = items.findIndex(({ api_url }) => api_url === stationUrl);
  useFollow(list, current);
  useMoreAtEnd(list);

  return (
    <ol ref={list} className="es-rows" aria-label={t('episodes')}>
      {Array.from({ length: Math.ceil(items.length / ROWS_AT_ONCE) }, (_, n) => {
        const from = n * ROWS_AT_ONCE;
        const isHere = current >= from && current < from + ROWS_AT_ONCE;
        const rest = isHere ? { current, currentTitle } : {};
        return <Rows key={from} items={items} from={from} queue={queue} {...rest} />;
      })}
    </ol>
  );
}

interface RowsProps {
  items: readonly PlaylistItem[];
  from: number;
  queue: UpNextTranslate;
  /** Index and title of the current episode, if it is among these rows. */
  current?: number;
  currentTitle?: string | undefined;
}

/** A group of rows. If the current episode changes, only the groups of the old and the new one render again. */
function Rows({ items, from, queue, current, currentTitle }: RowsProps) {
  const player = usePlayer();
  return useMemo(
    () => (
      <>
        {items.slice(from, from + ROWS_AT_ONCE).map((item, n) => {
          const { api_url, episode_id = 0 } = item;
          const isCurrent = from + n === current;
          return (
            <li key={api_url}>
              <button
                type="button"
                className="es-row"
                aria-current={isCurrent}
                onClick={() => {
                  const playlist_url = player?.getSnapshot().playlistUrl;
                  player?.toggle({ episode_id, station_url: api_url, playlist_url });
                }}
              >
                <EpisodeRow item={item} title={isCurrent ? currentTitle : undefined}>
                  <Heard episodeId={episode_id} />
                </EpisodeRow>
              </button>
              {!isCurrent && (
                <RowOptions label={queue('options', { title: item.title ?? '' })} item={item} />
              )}
            </li>
          );
        })}
      </>
    ),
    [player, items, from, queue, current, currentTitle],
  );
}

/** The listener's progress. */
function Heard({ episodeId }: { episodeId: number }) {
  const t = useTranslate();
  const progress = useProgress(episodeId);
  if (!progress) return null;
  const { played, position, duration } = progress;
  if (played && position === 0) return <span className="es-row-facts">{t('played')}</span>;
  return (
    <span className="es-row-progress">
      <span style={{ width: `${duration ? (position / duration) * 100 : 0}%` }} />
    </span>
  );
}
