import { invalid } from '../../platform/http/read-json.ts';
import type { EpisodeChange } from './episode-input.ts';

/** An author types a length with one decimal; the audio is measured with many. */
const ROUNDING_S = 0.1;

/**
 * @param duration of the audio in seconds. Null while the audio is not stored here.
 * @throws AppError INVALID_REQUEST for a soundbite or an ad outside the audio
 */
export function requireWithin(
  { soundbites = [], midrolls = [] }: Pick<EpisodeChange, 'soundbites' | 'midrolls'>,
  duration: number | null,
): void {
  if (!duration) return;
  const within = `within the ${Math.floor(duration)} s of the audio`;
  for (const [index, bite] of soundbites.entries()) {
    const place = `soundbites/${index}`;
    if (bite.starts_at >= duration) throw invalid(`${place}/starts_at: must lie ${within}`);
    if (bite.starts_at + bite.duration > duration + ROUNDING_S) {
      throw invalid(`${place}/duration: must end ${within}`);
    }
  }
  for (const [index, at] of midrolls.entries()) {
    if (at >= duration) throw invalid(`midrolls/${index}: must lie ${within}`);
  }
}
