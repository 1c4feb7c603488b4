import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadDeps } from '../../src/feature.ts';
import * as episodes from '../../src/features/episodes/episodes.ts';
import * as shows from '../../src/features/shows/shows.ts';
import { fillCatalogue } from '../helpers/fill-catalogue.ts';
import { openPlanReader, type PlanReader, scannedIn } from '../helpers/plan-reader.ts';
import { openTestDatabase, type TestDatabase } from '../helpers/test-database.ts';

const SIZE = { shows: 200, episodesPerShow: 100 };

let test: TestDatabase;
let plans: PlanReader;
beforeAll(async () => {
  test = await openTestDatabase();
  await fillCatalogue(test.database, SIZE);
  await test.database
    .insertInto('favorites')
    .values([3, 7].map((show_id) => ({ user_id: 1, show_id })))
    .execute();
  plans = openPlanReader(test);
});
afterAll(async () => {
  await plans?.close();
  await test?.close();
});

async function nextCursor(url: string | null | undefined): Promise<string> {
  return new URL(url ?? '', 'http://site.test').searchParams.get('cursor') ?? '';
}

const LISTS: Readonly<Record<string, (deps: ReadDeps) => Promise<unknown>>> = {
  'the latest episodes': (deps) => episodes.listLatest(deps, 8),
  'the newest episodes of what a listener follows': (deps) =>
    episodes.listNew({ ...deps, viewer: { userId: 1, isAdmin: false } }, 8),
  'the episodes of a show': (deps) => episodes.listEpisodes(deps, 7, { limit: 10 }),
  'the second page of a show': async (deps) => {
    const { next_url } = await episodes.listEpisodes(deps, 7, { limit: 10 });
    plans.forget();
    return episodes.listEpisodes(deps, 7, { limit: 10, cursor: await nextCursor(next_url) });
  },
  'a numbered page of a show': (deps) => episodes.listEpisodes(deps, 7, { page: 5 }),
  'a search in a show': (deps) => episodes.listEpisodes(deps, 7, { q: 'a', limit: 10 }),
  'the oldest episodes of a show': (deps) =>
    episodes.listForSite(deps, 7, { cursor: null, sort: 'oldest' }),
  'a season of a show': (deps) => episodes.listForSite(deps, 7, { cursor: null, season: 1 }),
  'the seasons of a show': (deps) => episodes.listSeasons(deps, 7),
  'a playlist': (deps) => episodes.getPlaylist(deps, 7),
  'a show page': (deps) => episodes.listForSite(deps, 7, { cursor: null }),
  'the newest episode of a show': (deps) => episodes.getNewestEpisode(deps, 7),
  'the episode with a permalink': (deps) =>
    episodes.getEpisodeByPermalink(deps, {
      userPermalink: 'jane',
      permalink: 'show-7-episode-3',
    }),
  'all shows': (deps) => shows.listShows(deps),
  'a numbered page of all shows': (deps) => shows.listShows(deps, { page: 5 }),
  'the shows of a user': (deps) => shows.listShowBriefs(deps, { cursor: null, userId: 1 }),
};

describe('the plan for', () => {
  it.each(Object.entries(LISTS))('%s reads an index and only what it shows', async (_, read) => {
    const nodes = await plans.of(read);
    const scanned = scannedIn(nodes);
    expect(scanned).not.toContain('episodes');
    expect(scanned).not.toContain('chapters');
    const rows = nodes.map((node) => node['Actual Rows'] * node['Actual Loops']);
    // A page of shows counts the episodes of each of its shows.
    expect(Math.max(...rows)).toBeLessThanOrEqual(25 * SIZE.episodesPerShow);
    const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
    expect(sorts.every((node) => node['Actual Rows'] <= 100)).toBe(true);
  });

  it.each(['the latest episodes', 'a playlist', 'the shows of a user'])(
    '%s reads no texts and no chapters',
    async (name) => {
      await plans.of(LISTS[name] ?? (async () => {}));
      expect(plans.asked()).not.toMatch(/description|chapters/);
    },
  );
});
