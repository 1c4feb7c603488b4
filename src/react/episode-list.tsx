import { useEffect, useRef } from 'react';
import { formatTime } from '../i18n/time.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';

/** The next page of the playlist is asked for this many CSS pixels before the end of what is there. */
const MORE_BEFORE_END_PX = 400;

/** The episodes of the player's playlist, as far as they are known; each plays at a click. */
export function EpisodeList() {
  const player = usePlayer();
  const t = useTranslate();
  const items = usePlayerState((snapshot) => snapshot.playlist);
  const playlist_url = usePlayerState((snapshot) => snapshot.playlist_url);
  const station_url = usePlayerState((snapshot) => snapshot.station_url);
  const currentTitle = usePlayerState(({ episode }) => episode?.title);
  const list = useRef<HTMLOListElement>(null);
  const current = items.findIndex(({ api_url }) => api_url === station_url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is current.
  useEffect(() => showCurrent(list.current), [current]);

  return (
    <ol
      ref={list}
      className="es-embed-list"
      aria-label={t('episodes')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < MORE_BEFORE_END_PX) player?.loadMore();
      }}
    >
      {items.map(({ api_url, episode_id = 0, title, duration }, index) => (
        <li key={api_url}>
          <button
            type="button"
            className="es-embed-item"
            data-number={index + 1}
            aria-current={index === current}
            onClick={() => player?.toggle({ episode_id, station_url: api_url, playlist_url })}
          >
            <span>{title ?? (index === current && currentTitle)}</span>
            {duration ? <span className="es-time">{formatTime(duration)}</span> : null}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the list alone: `scrollIntoView` would move the page around the frame as well. */
function showCurrent(list: HTMLElement | null): void {
  const row = list?.querySelector('[aria-current="true"]')?.getBoundingClientRect();
  if (!list || !row) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
}
