import { latePart } from '../../parts/late-part.tsx';

// The news of the episode are loaded after the rest of the page.
export const lateNews = latePart(async () => (await import('./episode-news.tsx')).EpisodeNews);
export const lateListening = latePart(
  async () => (await import('./listening-now.tsx')).ListeningNow,
);
