import { ApiError } from 'earshot';
import type { EpisodeListening, EpisodeNumbers, Waveform } from 'earshot/contract';
import { readRange } from '../../studio/numbers/periods.ts';
import type { PageRequest } from '../site-page.tsx';
import { defineEpisodePage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const episodeNumbersPage = defineEpisodePage({
  name: 'episode-numbers',
  texts: ['studio', 'numbers', 'episodeNumbers'],
  /** The downloads of an episode on the days that the query names, and how much of it was heard. */
  async load({ episode_id, show_id, title, show_title }, request) {
    const range = readRange(request.query, Date.now());
    const { from, to } = range;
    const read = (asked: { from: string; to: string }) =>
      request.api.get<EpisodeNumbers>('episode_numbers', { episode_id, ...asked });
    const [numbers, { total, days }, listening, waveform] = await Promise.all([
      read({ from, to }),
      read(range.before),
      request.api.get<EpisodeListening>('episode_listening', { episode_id, from, to }),
      findWaveform(request, episode_id),
    ]);
    const episode = { episode_id, show_id, title, show_title };
    const peaks = highestOf(waveform?.peaks ?? [], listening.curve.length);
    const downloads = { numbers, before: { total, days } };
    return {
      props: { episode, range, downloads, listening, peaks },
      part: request.textsOf('studio')('numbers'),
    };
  },
  Page,
});

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
