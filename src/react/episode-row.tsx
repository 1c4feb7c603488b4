import type { ReactNode } from 'react';
import { imageUrl } from '../contract/images.ts';
import type { PlaylistItem } from '../contract/playlists.ts';
import { formatDate } from '../i18n/date.ts';
import { formatLength } from '../i18n/time.ts';
import { useTranslate } from './player-context.tsx';

export interface EpisodeRowProps {
  item: PlaylistItem;
  /** If the item has none. */
  title?: string | undefined;
  children?: ReactNode;
}

/** The row of an episode in a list. */
export function EpisodeRow({ item, title, children }: EpisodeRowProps) {
  const { image_url, show_language } = item;
  return (
    <>
      {image_url && (
        <img src={imageUrl(image_url, 80)} alt="" width={40} height={40} loading="lazy" />
      )}
      <span className="es-row-text">
        <span className="es-row-title" dir="auto" lang={show_language}>
          {item.title ?? title}
        </span>
        <Facts {...item} />
        {children}
      </span>
    </>
  );
}

/** Date, season and number, and length, if known. */
function Facts({ published_at, season, episode_number, duration }: PlaylistItem) {
  const t = useTranslate();
  // Podcast apps use this notation in every language.
  const number = [season && `S${season}`, episode_number && `E${episode_number}`];
  const facts = [
    published_at && formatDate(published_at, t('language')),
    number.filter(Boolean).join(' '),
    duration && formatLength(duration, t),
  ].filter(Boolean);
  return facts.length > 0 ? <span className="es-row-facts">{facts.join(' · ')}</span> : null;
}
