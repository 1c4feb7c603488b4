import type { PlaylistItem } from '../contract/entities.ts';
import { imageUrl } from '../contract/image-url.ts';
import type { EmbedOptions } from '../embed/options.ts';
import { formatTime } from '../i18n/time.ts';
import { accentStyle } from './accent.ts';
import { ErrorNotice } from './error-notice.tsx';
import { PlayButton } from './play-button.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';
import { CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
import { ShareButton } from './share-button.tsx';
import { Title } from './title.tsx';
import { Volume } from './volume.tsx';

export interface EmbedPlayerProps {
  options: EmbedOptions;
  productName: string;
  /** First page of the playlist, where one is shown. */
  items?: readonly PlaylistItem[];
  playlist_url?: string | null;
}

/** The player in a frame: from one row at 80 px to cover and list at 600. */
export function EmbedPlayer({ options, productName, items, playlist_url }: EmbedPlayerProps) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const image = episode?.image_url;

  return (
    <main
      className="es-embed"
      aria-label={t('player')}
      data-image-position={options['episode-image-position']}
      style={accentStyle(options.color, options.theme) as object}
    >
      <div className="es-embed-card">
        {image && (
          <img
            className="es-embed-cover"
            src={imageUrl(image, 320)}
            alt={t('cover_of', { title: episode.show_title })}
            width={158}
            height={158}
          />
        )}
        <div className="es-embed-main">
          <div className="es-embed-head">
            <span className="es-show">{episode?.show_title}</span>
            {!options['hide-logo'] && episode && (
              <a
                className="es-embed-logo"
                href={episode.site_url}
                target="_blank"
                rel="noopener"
                aria-label={t('listen_on', { product: productName })}
              >
                {productName}
              </a>
            )}
          </div>
          <Title target="_blank" />
          <ErrorNotice />
          <div className="es-embed-controls">
            <PlayButton {...(episode ? { title: episode.title } : {})} />
            <div className="es-embed-progress">
              <CurrentTime />
              <ProgressBar />
              <Duration />
            </div>
            <Volume />
            {!options['hide-sharing'] && <ShareButton />}
          </div>
        </div>
      </div>
      {options.cover && !items && <img className="es-embed-hero" src={options.cover} alt="" />}
      {items && <EpisodeList items={items} playlist_url={playlist_url ?? null} />}
    </main>
  );
}

function EpisodeList({
  items,
  playlist_url,
}: {
  items: readonly PlaylistItem[];
  playlist_url: string | null;
}) {
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
