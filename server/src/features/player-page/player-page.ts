import { AppError, type ErrorReason } from 'earshot/contract';
import type { EmbedOptions } from 'earshot/embed';
import type { PlayerPageData } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import { ID_MAX } from '../../platform/database/tables.ts';
import { getEpisode, getNewestEpisode, getPlaylist } from '../episodes/episodes.ts';
import { getShow } from '../shows/shows.ts';

/** The part of a player page's data that its query decides. */
export type PlayerPageContent = Omit<PlayerPageData, 'config' | 'query'>;

/** Reads the resource that the options name. A resource that cannot play is an `error`. */
export async function findPlayable(
  deps: ReadDeps,
  options: EmbedOptions,
): Promise<PlayerPageContent> {
  const [kind, id] = options.resource?.split('=') ?? [];
  if (Number(id) > ID_MAX) return nothing('EPISODE_UNAVAILABLE');
  if (kind === 'episode_id') return findEpisode(deps, Number(id), options.playlist === 'show');
  if (kind === 'show_id') return findShow(deps, Number(id), options.playlist !== 'false');
  return nothing('EPISODE_UNAVAILABLE');
}

async function findEpisode(deps: ReadDeps, id: number, withPlaylist: boolean) {
  const episode = await getEpisode(deps, id, { segments: true });
  if (!episode) return nothing('EPISODE_UNAVAILABLE');
  const show = withPlaylist ? await getShow(deps, episode.show_id) : null;
  const playlist = show && (await getPlaylist(deps, show.show_id)).playlist;
  return { episode: withoutNotes(episode), show, playlist, error: null };
}

async function findShow(deps: ReadDeps, id: number, withPlaylist: boolean) {
  const show = await getShow(deps, id);
  const episode = show && (await getNewestEpisode(deps, id));
  if (!episode) return nothing('SHOW_UNAVAILABLE');
  const playlist = withPlaylist ? (await getPlaylist(deps, id)).playlist : null;
  return { episode: withoutNotes(episode), show: withoutNotes(show), playlist, error: null };
}

/** A player shows no notes, and they can be long. */
function withoutNotes<Entity extends { description: string }>(entity: Entity): Entity {
  return { ...entity, description: '' };
}

function nothing(error: ErrorReason): PlayerPageContent {
  return { episode: null, show: null, playlist: null, error };
}

/** The HTTP status of a page. */
export function statusOf({ error }: Pick<PlayerPageContent, 'error'>): number {
  return error ? new AppError(error).code : 200;
}
