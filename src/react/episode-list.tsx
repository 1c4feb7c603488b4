import { useEffect, useMemo, useRef } from 'react';
import type { PlaylistItem } from '../contract/playlists.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/** The list loads the next page of the playlist this many CSS pixels before its end. */
const MORE_BEFORE_END_PX = 400;
const ROWS_AT_ONCE = 50;

/** The loaded episodes of the player's playlist. A click plays one. */
export function EpisodeList() {
  const player = usePlayer();
  const t = useTranslate();
  const items = usePlayerState((snapshot) => snapshot.playlist);
  const stationUrl = usePlayerState((snapshot) => snapshot.stationUrl);
  const currentTitle = usePlayerState(({ episode }) => episode?.title);
  const list = useRef<HTMLOListElement>(null);
  const current = items.findIndex(({ api_url }) => api_url === stationUrl);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another row becomes current.
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
      {Array.from({ length: Math.ceil(items.length / ROWS_AT_ONCE) }, (_, n) => {
        const from = n * ROWS_AT_ONCE;
        const isHere = current >= from && current < from + ROWS_AT_ONCE;
        const rest = isHere ? { current, currentTitle } : {};
        return <Rows key={from} items={items} from={from} {...rest} />;
      })}
    </ol>
  );
}

interface RowsProps {
  items: readonly PlaylistItem[];
  from: number;
  /** Index and title of the current episode, if it is among these rows. */
  current?: number;
  currentTitle?: string | undefined;
}

/** A group of rows. If the current episode changes, only the groups of the old and the new one render again. */
function Rows({ items, from, current, currentTitle }: RowsProps) {
  const player = usePlayer();
  return useMemo(
    () => (
      <>
        {items.slice(from, from + ROWS_AT_ONCE).map((item, n) => {
          const { api_url, episode_id = 0, title, duration } = item;
          const isCurrent = from + n === current;
          return (
            <li key={api_url}>
              <button
                type="button"
                className="es-embed-item"
                data-number={from + n + 1}
                aria-current={isCurrent}
                onClick={() => {
                  const playlist_url = player?.getSnapshot().playlistUrl;
                  player?.toggle({ episode_id, station_url: api_url, playlist_url });
                }}
              >
                <span>{title ?? (isCurrent && currentTitle)}</span>
                {duration ? <span className="es-time">{formatTime(duration)}</span> : null}
              </button>
            </li>
          );
        })}
      </>
    ),
    [player, items, from, current, currentTitle],
  );
}

/** Scrolls only the list: `scrollIntoView` would also scroll the page around the frame. */
function showCurrent(list: HTMLElement | null): void {
  const row = list?.querySelector('[aria-current="true"]')?.getBoundingClientRect();
  if (!list || !row) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
}
