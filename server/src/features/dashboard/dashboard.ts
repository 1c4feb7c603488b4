import type { Dashboard } from 'earshot/contract';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import { listNewestMessages } from '../inbox/inbox.ts';
import { getLatestDownloads, getTrends, nowOf } from '../numbers/numbers.ts';
import { SHOWS_PER_PAGE } from '../shows/shows.ts';
import * as repository from './repository.ts';

const LISTED = 5; // shows with drafts, and messages

type Deps = ReadDeps & Pick<FeatureDeps, 'numbersClock'>;

/** An author's shows with their downloads, and what is next for all of them. */
export async function getDashboard(deps: Deps, userId: number): Promise<Dashboard> {
  const { database } = deps;
  const [shows, next, drafts, messages] = await Promise.all([
    listShows(deps, userId),
    repository.findNext(database, userId),
    repository.countDrafts(database, userId, LISTED),
    listNewestMessages(deps, userId, LISTED),
  ]);
  return {
    shows,
    next: next ? { ...next, published_at: next.published_at.toISOString() } : null,
    drafts,
    messages,
  };
}

async function listShows(deps: Deps, userId: number): Promise<Dashboard['shows']> {
  const { database } = deps;
  const shows = await repository.listShows(database, userId, SHOWS_PER_PAGE);
  const ids = shows.map(({ show_id }) => show_id);
  const asked = { window: deps.config.numbersWindow, now: nowOf(deps) };
  const [trends, latest] = await Promise.all([
    getTrends(database, ids, asked),
    getLatestDownloads(database, ids, asked),
  ]);
  return shows.flatMap((show) => {
    const downloads = trends.get(show.show_id);
    return downloads ? [{ ...show, downloads, latest: latest.get(show.show_id) ?? null }] : [];
  });
}
