import {
  API_ROUTES,
  buildPath,
  type Chapter,
  type Episode,
  type Show,
  SITE_ROUTES,
  type User,
} from 'earshot/contract';
import type { Selectable } from 'kysely';
import type { Config } from '../../config.ts';
import type { ChapterTable, UserTable } from '../../platform/database/tables.ts';
import type { EpisodeRow } from '../episodes/repository.ts';
import type { ShowRow } from '../shows/repository.ts';

type ChapterRow = Selectable<ChapterTable>;
type Addresses = Pick<Config, 'apiUrl' | 'siteUrl' | 'mediaUrl'>;

const IMAGE_PRESET_DEFAULT = 320; // spec 9

/** Builds what crosses the wire from what the database holds. */
export function toEpisode(row: EpisodeRow, chapters: ChapterRow[], at: Addresses): Episode {
  const { episode_id, show_id, user_id, title, user_permalink, permalink } = row;
  const audio = audioOf(row, at);
  const image = imageOf(row, at);
  return {
    episode_id,
    show_id,
    user_id,
    title,
    type: 'RECORDED',
    ...audio,
    site_url:
      at.siteUrl +
      buildPath(SITE_ROUTES, 'episode', { user_permalink, episode_permalink: permalink }),
    api_url: at.apiUrl + buildPath(API_ROUTES, 'episode', { episode_id }),
    ...image,
    is_on_air: false,
    playback_url: null,
    description: row.description,
    published_at: row.published_at.toISOString(),
    permalink,
    user_permalink,
    show_permalink: row.show_permalink,
    show_title: row.show_title,
    season: row.season,
    episode_number: row.episode_number,
    explicit: row.explicit,
    download_url: audio.http_url,
    chapters: toChapters(chapters),
  };
}

/** Adds what `export=episode_segments` asks for: one segment, the whole file. */
export function withSegments(episode: Episode): Episode {
  const { http_url, duration, duration_reliable } = episode;
  const whole = { type: 'episode', http_url, duration, duration_reliable } as const;
  return { ...episode, midrolls: [], segments: [{ ...whole, starts_at: 0, ends_at: duration }] };
}

function audioOf(row: EpisodeRow, { mediaUrl }: Addresses) {
  if (row.audio_sha256 === null) {
    return {
      http_url: row.enclosure_url,
      mime_type: row.claimed_type,
      file_size: Number(row.claimed_size),
      duration: row.claimed_duration,
      duration_reliable: false,
    };
  }
  return {
    http_url: `${mediaUrl}/audio/${row.audio_sha256}.${row.audio_extension}`,
    mime_type: row.audio_type ?? '',
    file_size: Number(row.audio_size),
    duration: row.audio_duration ?? 0,
    duration_reliable: true,
  };
}

interface ImageColumns {
  image_sha256: string | null;
  image_extension: string | null;
}

function imageOf({ image_sha256, image_extension }: ImageColumns, { mediaUrl }: Addresses) {
  if (image_sha256 === null) return { image_url: null, image_original_url: null };
  const folder = `${mediaUrl}/images/${image_sha256}`;
  return {
    image_url: `${folder}/${IMAGE_PRESET_DEFAULT}.webp`,
    image_original_url: `${folder}/original.${image_extension}`,
  };
}

/** Each chapter ends just before the next starts; the last has no end (spec section 3). */
function toChapters(rows: ChapterRow[]): Chapter[] {
  return rows.map(({ starts_at, title, url, image_url }, index) => ({
    starts_at,
    ends_at: rows[index + 1]?.starts_at ?? null,
    title,
    url,
    image_url,
  }));
}

export function toShow(row: ShowRow, at: Addresses): Show {
  const { show_id, user_id, title, permalink, user_permalink, author, description } = row;
  return {
    show_id,
    user_id,
    title,
    permalink,
    user_permalink,
    author,
    description,
    language: row.language,
    categories: row.categories,
    keywords: row.keywords,
    explicit: row.explicit,
    link_url: row.link_url,
    site_url: at.siteUrl + buildPath(SITE_ROUTES, 'show', { permalink }),
    api_url: at.apiUrl + buildPath(API_ROUTES, 'show', { show_id }),
    ...imageOf(row, at),
    episode_count: row.episode_count,
    playlist_url: at.apiUrl + buildPath(API_ROUTES, 'show_playlist', { show_id }),
  };
}

export function toUser({ user_id, permalink, name }: Selectable<UserTable>, at: Addresses): User {
  const site_url = at.siteUrl + buildPath(SITE_ROUTES, 'user', { permalink });
  return { user_id, permalink, name, site_url };
}
