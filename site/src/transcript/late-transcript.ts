import { latePart } from '../parts/late-part.tsx';

/** The transcript is loaded after the rest of the page. */
export const lateTranscript = latePart(async () => (await import('./transcript.tsx')).Transcript);
