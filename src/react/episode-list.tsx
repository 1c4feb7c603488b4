import type { PlaylistItem } from '../contract/entities.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';

export interface EpisodeListProps {
  items: readonly PlaylistItem[];
  playlist_url: string | null;
}

/** The episodes of a playlist; each plays at a click. */
export function EpisodeList({ items, playlist_url }: EpisodeListProps) {
  const player = usePlayer();
  const t = useTranslate();
  const currentId = usePlayerState((snapshot) => snapshot.current_id);
  return (
    <ol className="es-embed-list" aria-label={t('episodes')}>
      {items.map(({ api_url, episode_id = 0, title, duration }) => (
        <li key={api_url}>
          <button
            type="button"
            className="es-embed-item"
            aria-current={episode_id === currentId}
            onClick={() => player?.toggle({ episode_id, station_url: api_url, playlist_url })}
          >
            <span>{title}</span>
            {duration ? <span className="es-time">{formatTime(duration)}</span> : null}
          </button>
        </li>
      ))}
    </ol>
  );
}
