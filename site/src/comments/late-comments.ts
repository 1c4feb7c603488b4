import { latePart } from '../parts/late-part.tsx';

/** The comments are loaded after the rest of the page. */
export const lateComments = latePart(async () => (await import('./comments.tsx')).Comments);
