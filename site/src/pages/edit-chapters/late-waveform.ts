import { latePart } from '../../parts/late-part.tsx';

/** Loaded after the rest of the editor, which works without the picture. */
export const lateWaveform = latePart(async () => (await import('./waveform.tsx')).Waveform);
