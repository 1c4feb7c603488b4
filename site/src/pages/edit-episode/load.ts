import { ApiError } from 'earshot';
import type { Media, PreflightItem } from 'earshot/contract';
import { loadOwnEpisode } from '../../studio/own-show.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { EditEpisodeProps } from './page.tsx';

export async function loadEditEpisode(
  request: PageRequest,
): Promise<LoadedPage<EditEpisodeProps> | null> {
  const episode = await loadOwnEpisode(request);
  if (!episode) return null;
  const { episode_id, media_id = null } = episode;
  const [{ items }, media] = await Promise.all([
    request.api.get<{ items: PreflightItem[] }>('episode_preflight', { episode_id }),
    media_id === null ? null : findMedia(request, media_id),
  ]);
  return { props: { episode, media, preflight: items }, title: episode.title };
}

/** Null for the upload of somebody else: only the one who sent a file sees how it stands. */
async function findMedia({ api }: PageRequest, media_id: number): Promise<Media | null> {
  try {
    return (await api.get<{ media: Media }>('media_file', { media_id })).media;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
