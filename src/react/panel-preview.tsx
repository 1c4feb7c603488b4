import { ChapterRow } from './chapter-row.tsx';
import { EpisodeRow } from './episode-row.tsx';
import type { PanelTab } from './panel-tabs.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

const EPISODES_SHOWN = 10;
const CHAPTERS_SHOWN = 16;

export interface PanelPreviewProps {
  tabs: readonly PanelTab[];
  first: PanelTab;
  /** The panel is still loading, and will show this tab. */
  onSelect: (tab: PanelTab) => void;
}

/** The beginning of the panel's first tab. A server renders it; it works until the panel has loaded, and without scripts. */
export function PanelPreview({ tabs, first, onSelect }: PanelPreviewProps) {
  const t = useTranslate();
  return (
    <>
      <div className="es-panel-head">
        <div className="es-tabs" role="tablist" aria-label={t('panel')}>
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              aria-selected={tab === first}
              role="tab"
              onClick={() => onSelect(tab)}
            >
              {t(tab)}
            </button>
          ))}
        </div>
      </div>
      <div className="es-panel-body" data-preview={first}>
        {first === 'episodes' && <Episodes />}
        {first === 'chapters' && <Chapters />}
      </div>
    </>
  );
}

function Episodes() {
  const player = usePlayer();
  const items = usePlayerState((snapshot) => snapshot.playlist);
  const current = usePlayerState((snapshot) => snapshot.stationUrl);
  return (
    <ol className="es-rows">
      {items.slice(0, EPISODES_SHOWN).map((item) => (
        <li key={item.api_url}>
          <a
            className="es-row"
            href={item.site_url}
            target="_blank"
            rel="noopener"
            aria-current={item.api_url === current || undefined}
            onClick={(event) => {
              if (!player) return;
              event.preventDefault();
              const playlist_url = player.getSnapshot().playlistUrl;
              const { api_url: station_url, episode_id = 0 } = item;
              player.toggle({ episode_id, station_url, playlist_url });
            }}
          >
            <EpisodeRow item={item} />
          </a>
        </li>
      ))}
    </ol>
  );
}

function Chapters() {
  const player = usePlayer();
  const chapters = usePlayerState(({ episode }) => episode?.chapters);
  return (
    <ol className="es-rows">
      {chapters?.slice(0, CHAPTERS_SHOWN).map((chapter, index) => (
        <li key={chapter.starts_at}>
          <button
            type="button"
            className="es-row"
            onClick={() => {
              player?.seek(chapter.starts_at);
              player?.play();
            }}
          >
            <ChapterRow {...chapter} number={index + 1} />
          </button>
        </li>
      ))}
    </ol>
  );
}
