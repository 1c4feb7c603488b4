import { buildPath, SITE_ROUTES } from 'earshot/contract';
import { streamType, typeByAddress } from '../../platform/audio/type-by-address.ts';
import { withPrefix } from '../../platform/podcasting/number-prefix.ts';
import type { RssItem, WithExtra } from '../../platform/podcasting/write-rss.ts';
import { shownAuthor } from '../../platform/text/author-name.ts';
import { CHAPTERS_TYPE, chaptersAddress } from '../chapters/chapters.ts';
import { downloadAddress, type FeedImageColumns, feedImageAddress } from '../media/media.ts';
import { transcriptFiles } from '../transcripts/transcripts.ts';
import { notesOf, replaceAddress, titleOf } from './original-words.ts';
import { ownNotes } from './own-notes.ts';
import type { EpisodeRow, ShowRow } from './repository.ts';
import { addressElements, type FeedConfig, optional, sharedFields } from './show-to-rss.ts';

export interface ItemContext {
  config: FeedConfig;
  show: Pick<ShowRow, 'permalink' | 'guid' | 'image_source_url'> & FeedImageColumns;
  /** Opens the audio for the subscriber of a private feed. */
  token: string | null;
}

/** One episode as an item of the feed. */
export function episodeToRss(episode: EpisodeRow, context: ItemContext): WithExtra<RssItem> {
  const { title } = episode;
  const cover = coverOf(episode, context);
  const image = cover ?? episode.image_source_url;
  const notes = isOwn(episode) ? ownNotes(episode.description) : notesOf(episode);
  const fields: RssItem = {
    title,
    link: episode.link_url ?? pageOf(episode, context),
    description: notes.description,
    guid: guidOf(episode),
    ...optional('pubDate', episode.published_at),
    enclosures: [enclosureOf(episode, context)],
    ...(notes.content ? { content: { encoded: notes.content } } : {}),
    itunes: {
      ...optional('title', titleOf(episode)),
      ...optional('duration', durationOf(episode)),
      ...optional('image', image),
      explicit: episode.explicit,
      ...optional('author', episode.author && shownAuthor(episode.author, null)),
      // Apple allows no zero.
      ...optional('episode', episode.episode_number || null),
      ...optional('season', episode.season || null),
      episodeType: episode.episode_type,
      ...(episode.blocked ? { block: true } : {}),
      ...optional('summary', notes.summary),
      ...optional('subtitle', episode.subtitle),
      keywords: keywordsOf(episode),
    },
    podcast: podcastFields(episode, context),
  };
  return { fields, extraXml: extraOf(episode, context, cover) };
}

/** True for an episode that was written here. An imported one has the enclosure of its feed. */
const isOwn = ({ enclosure_url }: EpisodeRow) => enclosure_url === '';

/** The stored picture. Imported episodes often repeat the picture of their show. */
function coverOf(episode: EpisodeRow, { config, show }: ItemContext): string | null {
  const isOfShow = episode.image_id === null && episode.image_source_url === show.image_source_url;
  const owner = isOfShow && episode.image_source_url !== null ? show : episode;
  return feedImageAddress(owner, config.mediaUrl);
}

/** The page of an episode on this site, or that of its show if the episode is restricted. */
export function pageOf(episode: EpisodeRow, { config: { siteUrl }, show }: ItemContext): string {
  const { state, user_permalink, permalink } = episode;
  // The key of a private episode would still open it after the token was revoked.
  if (state === 'private')
    return siteUrl + buildPath(SITE_ROUTES, 'show', { permalink: show.permalink });
  const params = { user_permalink, episode_permalink: permalink };
  return siteUrl + buildPath(SITE_ROUTES, 'episode', params);
}

function guidOf({ guid, long_guid, guid_is_permalink }: EpisodeRow) {
  return { value: long_guid ?? guid, isPermaLink: guid_is_permalink };
}

/** The address of audio that is stored here. Its listener's token never reaches a service that counts. */
export function hostedAddress(
  episode_id: number,
  extension: string,
  { config, show, token }: Pick<ItemContext, 'token'> & HostedAt,
): string {
  const url = downloadAddress(episode_id, extension, config.mediaUrl);
  if (token !== null) return `${url}?token=${token}`;
  return config.numbersPrefix === null
    ? url
    : withPrefix(url, config.numbersPrefix, show.guid ?? '');
}

interface HostedAt {
  config: Pick<FeedConfig, 'mediaUrl' | 'numbersPrefix'>;
  show: Pick<ShowRow, 'guid'>;
}

function enclosureOf(episode: EpisodeRow, context: ItemContext) {
  const { audio_extension, audio_type, audio_size, enclosure_url } = episode;
  if (episode.type === 'LIVE') return streamOf(episode);
  if (audio_extension === null) {
    const type = episode.claimed_type || typeByAddress(enclosure_url);
    return { url: enclosure_url, length: Number(episode.claimed_size), type };
  }
  return {
    url: hostedAddress(episode.episode_id, audio_extension, context),
    length: Number(audio_size),
    type: audio_type ?? '',
  };
}

/** The stream of a live episode. It has no length, but RSS requires one. */
function streamOf({ live_url }: EpisodeRow) {
  const url = live_url ?? '';
  return { url, length: 0, type: streamType(url, HLS_TYPE) };
}

const HLS_TYPE = 'application/x-mpegURL'; // the name that podcast apps recognise

/** Whole seconds. Null if the length is unknown. */
function durationOf({ type, audio_duration, claimed_duration }: EpisodeRow): number | null {
  if (type === 'LIVE') return null;
  return Math.round(audio_duration ?? claimed_duration) || null;
}

/** Tags, unless the imported feed has keywords. */
function keywordsOf({ tags, extra_xml }: EpisodeRow): string[] {
  return extra_xml.includes('<itunes:keywords') ? [] : tags;
}

function podcastFields(episode: EpisodeRow, context: ItemContext): NonNullable<RssItem['podcast']> {
  const { season, season_name } = episode;
  const chapters_url = chaptersOf(episode, context);
  const numbers = numberOf(episode);
  return {
    ...sharedFields(episode),
    ...(season === null ? {} : { season: { number: season, ...optional('name', season_name) } }),
    ...(numbers === null
      ? {}
      : { episode: { number: numbers, ...optional('display', episode.episode_display) } }),
    ...(chapters_url === null ? {} : { chapters: { url: chapters_url, type: CHAPTERS_TYPE } }),
    soundbites: episode.soundbites
      .filter(({ starts_at }) => starts_at < (episode.audio_duration ?? Number.POSITIVE_INFINITY))
      .map(({ starts_at, duration, title }) => ({
        startTime: starts_at,
        duration,
        display: title,
      })),
    transcripts: transcriptsOf(episode, context),
  };
}

/** A fraction of an imported feed, until a number is set here. */
function numberOf({ episode_number, original }: EpisodeRow): number | null {
  return episode_number ?? (original?.number === undefined ? null : Number(original.number));
}

/**
 * The addresses of an episode's texts. Those of a private episode carry the subscriber's token, because the key would
 * still open them after the token was revoked.
 */
function textsOf(episode: EpisodeRow, token: string | null) {
  if (episode.state !== 'private') return { at: episode, query: '' };
  const at = { episode_id: episode.episode_id, state: 'published', access_key: null } as const;
  return { at, query: `?token=${token}` };
}

/** The chapters stored here, or else those of the imported feed. */
function chaptersOf(
  episode: EpisodeRow,
  { token, config: { mediaUrl } }: ItemContext,
): string | null {
  const { at, query } = textsOf(episode, token);
  return episode.has_chapters ? chaptersAddress(at, mediaUrl) + query : episode.chapters_url;
}

/** The author's own transcript in each format, or else those of the imported feed. */
function transcriptsOf(episode: EpisodeRow, { token, config: { mediaUrl } }: ItemContext) {
  const { transcript, transcript_links } = episode;
  if (transcript) {
    const { language, has_times: hasTimes } = transcript;
    const { at, query } = textsOf(episode, token);
    const files = transcriptFiles(at, { hasTimes, mediaUrl });
    return files.map(({ url, ...file }) => ({ ...file, url: url + query, language }));
  }
  return transcript_links.map(({ url, type, language, rel }) => ({
    url,
    type,
    ...optional('language', language),
    ...optional('rel', rel),
  }));
}

function extraOf(episode: EpisodeRow, context: ItemContext, cover: string | null): string {
  const { extra_xml, enclosure_url, image_source_url, audio_extension } = episode;
  const hosted = audio_extension === null ? null : enclosureOf(episode, context).url;
  const kept = replaceAddress(
    replaceAddress(extra_xml, enclosure_url, hosted),
    image_source_url,
    cover,
  );
  return kept + ownAddresses(episode, context);
}

/** The player and the page here, by which the next host of the show recognises them. */
function ownAddresses(episode: EpisodeRow, context: ItemContext): string {
  if (context.token !== null || episode.type === 'LIVE') return '';
  const page = episode.link_url === null ? null : pageOf(episode, context);
  return addressElements(`episode_id=${episode.episode_id}`, page, context.config);
}
