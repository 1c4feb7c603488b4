import {
  AppError,
  type CoverSubject,
  type Episode,
  type ErrorReason,
  type Show,
} from 'earshot/contract';
import { type EmbedOptions, parsePlayerQuery } from 'earshot/embed';
import { generatedCoverPath } from 'earshot/internal';
import type { InvalidResource, PlayerPageData } from 'earshot-site/contract';
import type { ReadDeps } from '../../feature.ts';
import { ID_MAX } from '../../platform/database/tables.ts';
import { readId } from '../../platform/http/read-id.ts';
import { getEpisode, getNewestEpisode, getPlaylist } from '../episodes/episodes.ts';
import { findQuote } from '../quotes/quotes.ts';
import { getShow } from '../shows/shows.ts';
import { findGone, findPlaceOptions, isShowDeleted } from './repository.ts';

const RESOURCE_FIELDS = ['resource', 'episode_id', 'show_id'];
const UNAVAILABLE: Readonly<Record<string, ErrorReason>> = {
  episode_id: 'EPISODE_UNAVAILABLE',
  show_id: 'SHOW_UNAVAILABLE',
};

/** The part of a player page's data that depends on its query. */
export type PlayerPageContent = Omit<PlayerPageData, 'config' | 'query'>;

/** Reads the show or episode in the options of a query. If it cannot play, `error` gives the reason. */
export async function findPlayable(
  deps: ReadDeps,
  query: string,
  options: EmbedOptions,
): Promise<PlayerPageContent> {
  const [kind, id] = options.resource?.split('=') ?? [];
  if (kind === undefined && new URLSearchParams(query).has('former')) {
    return nothing('EPISODE_UNAVAILABLE'); // of a former host, and not here
  }
  if (kind === undefined) return { ...nothing('INVALID_REQUEST'), invalid: invalidity(query) };
  if (Number(id) > ID_MAX) return nothing(UNAVAILABLE[kind] ?? 'EPISODE_UNAVAILABLE');
  if (kind === 'episode_id') {
    const key = new URLSearchParams(query).get('key') ?? undefined;
    return findEpisode(deps, { id: Number(id), key, withPlaylist: options.playlist === 'show' });
  }
  return findShow(deps, Number(id), options.playlist !== 'false');
}

/** The options of a player: those of its page, and those that the author has set for all players of the show. */
export async function findOptions(
  { database }: Pick<ReadDeps, 'database'>,
  query: string,
): Promise<EmbedOptions> {
  const own = parsePlayerQuery(query);
  const [kind, text] = own.resource?.split('=') ?? [];
  const id = readId(text ?? '');
  if (id === null) return own;
  const of = await findPlaceOptions(database, {
    kind: kind === 'show_id' ? 'show' : 'episode',
    id,
  });
  if (!of) return own;
  const set = parsePlayerQuery(of.player_options);
  return of.player_override ? { ...own, ...set } : { ...set, ...own };
}

/** The part of an episode that a quote names, or the reason why it does not play. Empty without a quote. */
export interface QuotedPart {
  part?: Pick<EmbedOptions, 't' | 't-end'> | undefined;
  error?: ErrorReason;
}

/** Reads the quote in the options. It never plays other words: an unknown quote, and that of another episode, are lost. */
export async function findQuotedPart(
  deps: ReadDeps,
  { quote: quoteId, resource }: EmbedOptions,
): Promise<QuotedPart> {
  if (quoteId === undefined) return {};
  const quote = await findQuote(deps, quoteId);
  if (quote?.state === 'moving') return { error: 'QUOTE_MOVING' };
  if (!quote || quote.starts_at === null || quote.ends_at === null) return { error: 'QUOTE_LOST' };
  if (resource !== `episode_id=${quote.episode_id}`) return { error: 'QUOTE_LOST' };
  return { part: { t: quote.starts_at, 't-end': quote.ends_at } };
}

/** Explains why a query has no readable resource. */
function invalidity(query: string): InvalidResource {
  const params = new URLSearchParams(query);
  const named = RESOURCE_FIELDS.flatMap((name) => params.getAll(name)).filter(Boolean);
  if (named.length === 0) return 'missing';
  return named.length === 1 ? 'malformed' : 'doubled';
}

async function findEpisode(
  deps: ReadDeps,
  { id, key, withPlaylist }: { id: number; key: string | undefined; withPlaylist: boolean },
) {
  const episode = await getEpisode(deps, id, { segments: true, key });
  if (!episode) return findRemains(deps, id);
  const show = withPlaylist ? await getShow(deps, episode.show_id) : null;
  const playlist = show && (await getPlaylist(deps, show.show_id)).playlist;
  return playable(deps, { episode, show, playlist });
}

async function findShow(deps: ReadDeps, id: number, withPlaylist: boolean) {
  const show = await getShow(deps, id);
  if (!show) {
    return nothing((await isShowDeleted(deps.database, id)) ? 'SHOW_GONE' : 'SHOW_UNAVAILABLE');
  }
  const episode = await getNewestEpisode(deps, id);
  if (!episode) {
    return {
      ...nothing('SHOW_UNAVAILABLE'),
      remains: { title: null, show: named(show), newest: null },
    };
  }
  const playlist = withPlaylist ? (await getPlaylist(deps, id)).playlist : null;
  return playable(deps, { episode, show, playlist });
}

/**
 * A deleted episode leads to its show. An episode that was never public, or is not public now, looks like one that never
 * existed.
 */
async function findRemains(deps: ReadDeps, id: number): Promise<PlayerPageContent> {
  const gone = await findGone(deps.database, id);
  if (!gone) return nothing('EPISODE_UNAVAILABLE');
  const show = gone.show_id === null ? null : await getShow(deps, gone.show_id);
  if (!show) return nothing('EPISODE_GONE');
  const newest = await getNewestEpisode(deps, show.show_id);
  const { title } = gone;
  return {
    ...nothing('EPISODE_GONE'),
    remains: {
      title,
      show: named(show),
      newest: newest && { episode_id: newest.episode_id, title: newest.title },
    },
  };
}

const named = ({ title, site_url: url, language }: Show) => ({ title, url, language });

interface Found extends Pick<PlayerPageContent, 'show' | 'playlist'> {
  episode: Episode;
}

function playable({ config }: ReadDeps, { episode, show, playlist }: Found): PlayerPageContent {
  const { show_id, show_title: title } = episode;
  const pictures = [episode, ...(playlist?.items ?? [])].map(({ image_url }) => image_url);
  const hasAll = pictures.every(Boolean);
  return {
    episode: withoutNotes(episode),
    has_notes: episode.description !== '',
    show: show && withoutNotes(show),
    playlist,
    error: null,
    ...(hasAll ? {} : { generated_cover_url: coverUrl({ show_id, title }, config.siteUrl) }),
  };
}

const coverUrl = (show: CoverSubject, siteUrl: string) => siteUrl + generatedCoverPath(show);

/** Notes can be long, so the player loads them on demand. */
function withoutNotes<Entity extends { description: string }>(entity: Entity): Entity {
  return { ...entity, description: '' };
}

export function nothing(error: ErrorReason): PlayerPageContent {
  return { episode: null, show: null, playlist: null, error };
}

/** The HTTP status of a page. */
export function statusOf({ error }: Pick<PlayerPageContent, 'error'>): number {
  return error ? new AppError(error).code : 200;
}
