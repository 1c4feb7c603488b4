import {
  API_ROUTES,
  buildPath,
  type Chapter,
  type Episode,
  type PlaylistItem,
  SITE_ROUTES,
} from 'earshot/contract';
import type { EpisodeBrief } from 'earshot/internal';
import type { Config } from '../../config.ts';
import { audioAddress, downloadAddress, imageAddresses } from '../media/media.ts';
import type { BriefRow, ChapterRow, EpisodeRow } from './repository.ts';

type Addresses = Pick<Config, 'apiUrl' | 'siteUrl' | 'mediaUrl'>;

export function toBrief(row: BriefRow, at: Addresses): EpisodeBrief {
  const { episode_id, show_id, user_id, title, user_permalink, permalink } = row;
  const audio = audioOf(row, at);
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
    ...imageAddresses(row, at.mediaUrl),
    is_on_air: false,
    playback_url: null,
    published_at: row.published_at.toISOString(),
    permalink,
    user_permalink,
    show_permalink: row.show_permalink,
    show_title: row.show_title,
    season: row.season,
    episode_number: row.episode_number,
    explicit: row.explicit,
    download_url:
      row.audio_sha256 === null
        ? audio.http_url
        : downloadAddress(episode_id, row.audio_extension ?? '', at.mediaUrl),
  };
}

export function toEpisode(row: EpisodeRow, at: Addresses): Episode {
  const { description, chapters } = row;
  return { ...toBrief(row, at), description, chapters: toChapters(chapters) };
}

/** Adds the segments that `export=episode_segments` asks for: one, the whole file. */
export function withSegments(episode: Episode): Episode {
  const { http_url, duration, duration_reliable } = episode;
  const whole = { type: 'episode', http_url, duration, duration_reliable } as const;
  return { ...episode, midrolls: [], segments: [{ ...whole, starts_at: 0, ends_at: duration }] };
}

export function toPlaylistItem(episode: EpisodeBrief): PlaylistItem {
  const { api_url, episode_id, title, duration, site_url, image_url, published_at } = episode;
  return { api_url, episode_id, title, duration, site_url, image_url, published_at };
}

function audioOf(row: BriefRow, { mediaUrl }: Addresses) {
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
    http_url: audioAddress(row.audio_sha256, row.audio_extension ?? '', mediaUrl),
    mime_type: row.audio_type ?? '',
    file_size: Number(row.audio_size),
    duration: row.audio_duration ?? 0,
    duration_reliable: true,
  };
}

/** Each chapter ends just before the next starts; the last has no end. */
function toChapters(rows: ChapterRow[]): Chapter[] {
  return rows.map(({ starts_at, title, url, image_url }, index) => ({
    starts_at,
    ends_at: rows[index + 1]?.starts_at ?? null,
    title,
    url,
    image_url,
  }));
}
