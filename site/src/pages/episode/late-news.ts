import { latePart } from '../../parts/late-part.tsx';

// What happens around the episode comes after the rest of the page.
export const lateNews = latePart(async () => (await import('./episode-news.tsx')).EpisodeNews);
export const lateListening = latePart(
  async () => (await import('./listening-now.tsx')).ListeningNow,
);
