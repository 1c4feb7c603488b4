import type { EpisodeState } from 'earshot/contract';
import { latePart } from '../../parts/late-part.tsx';

/** True if everyone can find the episode. */
export const isOnAir = (state: EpisodeState): boolean => state === 'published' || state === 'live';

export const lateOnAir = latePart(async () => (await import('./on-air.tsx')).OnAir);
