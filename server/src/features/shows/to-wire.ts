import { API_ROUTES, buildPath, type Show, type ShowBrief, SITE_ROUTES } from 'earshot/contract';
import type { Config } from '../../config.ts';
import { shownAuthor } from '../../platform/text/author-name.ts';
import { imageAddresses } from '../media/media.ts';
import { notesOnWire } from '../note-pictures/note-pictures.ts';
import type { BriefRow, ShowRow } from './repository.ts';

type Addresses = Pick<Config, 'apiUrl' | 'siteUrl' | 'mediaUrl'>;

export function toBrief(row: BriefRow, at: Addresses): ShowBrief {
  const { show_id, user_id, title, permalink, user_permalink } = row;
  return {
    show_id,
    user_id,
    title,
    permalink,
    user_permalink,
    author: shownAuthor(row.author, title),
    language: row.language,
    category: row.categories[0] ?? null,
    categories: row.categories,
    keywords: row.keywords,
    explicit: row.explicit,
    link_url: row.link_url,
    site_url: at.siteUrl + buildPath(SITE_ROUTES, 'show', { permalink }),
    api_url: at.apiUrl + buildPath(API_ROUTES, 'show', { show_id }),
    ...imageAddresses(row, at.mediaUrl),
    image_color: row.image_color || null,
    playlist_url: at.apiUrl + buildPath(API_ROUTES, 'show_playlist', { show_id }),
  };
}

export function toShow(row: ShowRow, at: Addresses): Show {
  const { description, episode_count, public_downloads } = row;
  return {
    ...toBrief(row, at),
    description: notesOnWire(description, `show-${row.show_id}`, at),
    episode_count,
    ...(public_downloads === null ? {} : { downloads: public_downloads }),
  };
}
