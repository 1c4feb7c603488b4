import {
  API_ROUTES,
  buildPath,
  type Chapter,
  type Episode,
  type EpisodeBrief,
  type EpisodeEditFields,
  type EpisodeTranscript,
  MEDIA_ROUTES,
  type PlaylistItem,
  SITE_ROUTES,
} from 'earshot/contract';
import { decodeHTMLStrict } from 'entities';
import type { Config } from '../../config.ts';
import { streamType } from '../../platform/audio/type-by-address.ts';
import { audioAddress, downloadAddress, imageAddresses } from '../media/media.ts';
import { notesOnWire } from '../note-pictures/note-pictures.ts';
import type { EditFieldsRow } from './edit-repository.ts';
import { episodeInPath } from './episode-address.ts';
import { visibilityOf } from './publication.ts';
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
    type: row.type,
    episode_type: row.episode_type,
    state: row.state,
    ...audio,
    site_url:
      at.siteUrl +
      buildPath(SITE_ROUTES, 'episode', { user_permalink, episode_permalink: permalink }) +
      keyOf(row),
    api_url: at.apiUrl + buildPath(API_ROUTES, 'episode', { episode_id }) + keyOf(row),
    ...imageAddresses(row, at.mediaUrl),
    image_color: row.image_color || null,
    is_on_air: row.is_on_air,
    live_url: row.live_url,
    requires_token: row.requires_token,
    published_at: row.published_at?.toISOString() ?? null,
    permalink,
    user_permalink,
    show_permalink: row.show_permalink,
    show_title: row.show_title,
    show_language: row.show_language,
    season: row.season,
    episode_number: row.episode_number,
    explicit: row.explicit,
  };
}

export function toEpisode(row: EpisodeRow, at: Addresses & Pick<Config, 'vast'>): Episode {
  const { description, chapters, tags, allow_messages, allow_timed_messages } = row;
  const { midrolls, preroll, postroll, show_listeners } = row;
  return {
    ...toBrief(row, at),
    description: notesOnWire(description, `episode-${row.episode_id}`, at),
    tags,
    midrolls,
    preroll,
    postroll,
    has_ads: row.takes_ads && (row.has_campaign || at.vast !== null),
    allow_messages,
    allow_timed_messages,
    show_listeners,
    chapters: toChapters(chapters),
    transcript: transcriptOf(row, at),
  };
}

/** The words with their times, for players. */
function transcriptOf(row: EpisodeRow, { mediaUrl }: Addresses): EpisodeTranscript | null {
  const { transcript_language: language } = row;
  if (language === null) return null;
  const place = { episode: episodeInPath(row), format: 'json' };
  return { url: mediaUrl + buildPath(MEDIA_ROUTES, 'transcript', place), language };
}

export function toEditFields(row: EditFieldsRow): EpisodeEditFields {
  const { state, publish_as, created_at, updated_at, live_starts_at, live_ends_at, ...fields } =
    row;
  return {
    ...fields,
    live_starts_at: live_starts_at?.toISOString() ?? null,
    live_ends_at: live_ends_at?.toISOString() ?? null,
    visibility: visibilityOf(row),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/**
 * Adds the segments for `export=episode_segments`: one, the whole file. Audio on another host without a claimed length has
 * none, because players refuse a segment of 0 seconds. They play a stream without its segment.
 */
export function withSegments(episode: Episode): Episode {
  const { http_url, duration, duration_reliable, type } = episode;
  if (duration === 0 && type !== 'LIVE') return episode;
  const whole = { type: 'episode', http_url, duration, duration_reliable } as const;
  return { ...episode, segments: [{ ...whole, starts_at: 0, ends_at: duration }] };
}

export function toPlaylistItem(episode: EpisodeBrief): PlaylistItem {
  const { api_url, episode_id, title, duration, site_url, image_url, published_at } = episode;
  const { season, episode_number, show_language } = episode;
  return {
    ...{ api_url, episode_id, title, duration, site_url, image_url, published_at },
    ...(show_language ? { show_language } : {}),
    ...(season === null ? {} : { season }),
    ...(episode_number === null ? {} : { episode_number }),
  };
}

/** Only readers with the key, and editors of the show, get the row of a private episode. */
const keyOf = ({ state, access_key }: BriefRow) =>
  state === 'private' ? `?key=${access_key}` : '';

const OPEN_STATES: readonly string[] = ['published', 'live', 'unlisted'];

/** True if the address of the audio is enough to hear it. */
const isOpen = ({ state, requires_token }: Pick<BriefRow, 'state' | 'requires_token'>) =>
  OPEN_STATES.includes(state) && !requires_token;

function audioOf(row: BriefRow, at: Addresses) {
  if (row.type === 'LIVE') return streamOf(row);
  const facts = factsOf(row);
  if (row.audio_sha256 === null && row.enclosure_url === '') {
    return { ...facts, http_url: '', playback_url: null, download_url: null };
  }
  if (!isOpen(row)) return { ...facts, ...guardedAddresses(row, at), download_url: null };
  if (row.audio_sha256 === null) {
    const { enclosure_url: http_url } = row;
    return { ...facts, http_url, playback_url: null, download_url: http_url };
  }
  const extension = row.audio_extension ?? '';
  return {
    ...facts,
    http_url: audioAddress(row.audio_sha256, extension, at.mediaUrl),
    playback_url: null,
    download_url: downloadAddress(row.episode_id, extension, at.mediaUrl),
  };
}

/** The stream of a live episode, from its author's own host. */
function streamOf({ live_url }: BriefRow) {
  const http_url = live_url ?? '';
  return {
    http_url,
    playback_url: null,
    download_url: null,
    mime_type: streamType(http_url, 'application/vnd.apple.mpegurl'), // RFC 8216, 4
    file_size: 0,
    duration: 0,
    duration_reliable: false,
  };
}

/** Facts of the stored file, or else the values of the feed. */
function factsOf(row: BriefRow) {
  if (row.audio_sha256 === null) {
    return {
      mime_type: row.claimed_type,
      file_size: Number(row.claimed_size),
      duration: row.claimed_duration,
      duration_reliable: false,
    };
  }
  return {
    mime_type: row.audio_type ?? '',
    file_size: Number(row.audio_size),
    duration: row.audio_duration ?? 0,
    duration_reliable: true,
  };
}

/** A reader who gets this row may hear it: a private one with its key, which is in the first address only. */
function guardedAddresses(row: BriefRow, { mediaUrl }: Addresses) {
  const ondemand = { episode: row.episode_id };
  return {
    playback_url: mediaUrl + buildPath(MEDIA_ROUTES, 'play', { episode: episodeInPath(row) }),
    http_url: mediaUrl + buildPath(MEDIA_ROUTES, 'ondemand', ondemand),
  };
}

/** Each chapter ends just before the next starts; the last has no end. */
export function toChapters(rows: readonly ChapterRow[]): Chapter[] {
  return rows.map(({ starts_at, title, url, image_url }, index) => ({
    starts_at,
    ends_at: rows[index + 1]?.starts_at ?? null,
    title,
    url,
    image_url,
  }));
}

const EXCERPT_MAX = 200;

/** The beginning of sanitised notes as plain text, cut between two words. The input may end inside a tag. */
export function toExcerpt(notes: string): string {
  const plain = notes
    .replace(/<\/?(?:a|b|i|em|strong|code)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*(?:>|$)/g, ' ');
  const text = decodeHTMLStrict(plain).replace(/\s+/g, ' ').trim();
  if (text.length <= EXCERPT_MAX) return text;
  const cut = text.slice(0, EXCERPT_MAX);
  const space = cut.lastIndexOf(' ');
  // A script without spaces is cut between two characters, not inside one.
  const whole = space > EXCERPT_MAX / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole.replace(/[\s,;:.–—-]+$/u, '')}…`;
}
