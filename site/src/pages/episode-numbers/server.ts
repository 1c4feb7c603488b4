import { ApiError } from 'earshot';
import type { EpisodeListening, Waveform } from 'earshot/contract';
import { loadOwnEpisode } from '../own-show.ts';
import { dayBefore, periodIn } from '../show-numbers/periods.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type EpisodeNumbersProps, Page } from './page.tsx';

export const episodeNumbersPage = definePage({
  name: 'episode-numbers',
  access: 'member',
  texts: ['studio', 'numbers', 'episodeNumbers'],
  sheet: 'studio',
  load: loadEpisodeNumbers,
  Page,
});

/** How much of an episode was heard on the last days up to today. */
export async function loadEpisodeNumbers(
  request: PageRequest,
): Promise<LoadedPage<EpisodeNumbersProps> | null> {
  const own = await loadOwnEpisode(request);
  if (!own) return null;
  const { episode_id, show_id, title, show_title } = own;
  const period = periodIn(request.query);
  const today = Date.now();
  const [listening, waveform] = await Promise.all([
    request.api.get<EpisodeListening>('episode_listening', {
      episode_id,
      from: dayBefore(today, period - 1),
      to: dayBefore(today, 0),
    }),
    findWaveform(request, episode_id),
  ]);
  const episode = { episode_id, show_id, title, show_title };
  const peaks = highestOf(waveform?.peaks ?? [], listening.curve.length);
  return { props: { episode, period, listening, peaks }, title };
}

/** Null if there is none, or none yet. */
async function findWaveform({ api }: PageRequest, episode_id: number): Promise<Waveform | null> {
  try {
    const asked = { episode_id };
    return (await api.get<{ waveform: Waveform | null }>('episode_waveform', asked)).waveform;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The highest peak of each of so many equal parts, or none. */
function highestOf(peaks: readonly number[], parts: number): number[] {
  if (peaks.length === 0) return [];
  return Array.from({ length: parts }, (_, part) => {
    const at = Math.floor((part * peaks.length) / parts);
    const end = Math.max(at + 1, Math.floor(((part + 1) * peaks.length) / parts));
    return Math.max(...peaks.slice(at, end));
  });
}
