import type { EpisodeState } from 'earshot/contract';
import { latePart } from '../../parts/late-part.tsx';

/** True if others can hear the episode: all, or those who have its address. */
export const isOnAir = (state: EpisodeState): boolean => state !== 'draft' && state !== 'scheduled';

export const lateOnAir = latePart(async () => (await import('./on-air.tsx')).OnAir);
