import { ApiError } from 'earshot';
import type { Media, PreflightItem } from 'earshot/contract';
import type { PageRequest } from '../site-page.tsx';
import { defineEpisodePage } from '../studio-page.ts';
import { lateNotesPreview } from './late-notes-preview.ts';
import { isOnAir, lateOnAir } from './late-on-air.ts';
import { Page } from './page.tsx';

export const editEpisodePage = defineEpisodePage({
  name: 'edit-episode',
  texts: ['studio', 'notes', 'feed'],
  async load(episode, request) {
    const { episode_id, media_id = null, state } = episode;
    await lateNotesPreview.prepare();
    if (isOnAir(state)) await lateOnAir.prepare();
    const [{ items }, media] = await Promise.all([
      request.api.get<{ items: PreflightItem[] }>('episode_preflight', { episode_id }),
      media_id === null ? null : findMedia(request, media_id),
    ]);
    return { props: { episode, media, preflight: items }, part: request.t('edit') };
  },
  Page,
});

/** Null for another user's upload: only its sender sees its state. */
async function findMedia({ api }: PageRequest, media_id: number): Promise<Media | null> {
  try {
    return (await api.get<{ media: Media }>('media_file', { media_id })).media;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
