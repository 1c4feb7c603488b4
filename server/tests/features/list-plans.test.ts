import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { ReadDeps } from '../../src/feature.ts';
import * as episodes from '../../src/features/episodes/episodes.ts';
import * as shows from '../../src/features/shows/shows.ts';
import type { Schema } from '../../src/platform/database/tables.ts';
import { fillCatalogue } from '../helpers/fill-catalogue.ts';
import { openTestDatabase, type TestDatabase } from '../helpers/test-database.ts';

const SIZE = { shows: 200, episodesPerShow: 100 };

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

let test: TestDatabase;
let observed: Kysely<Schema>;
let queries: { sql: string; parameters: readonly unknown[] }[] = [];
beforeAll(async () => {
  test = await openTestDatabase();
  await fillCatalogue(test.database, SIZE);
  observed = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: test.url }) }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
});
afterAll(async () => {
  await observed?.destroy();
  await test?.close();
});

/** Every node of the plans of the queries that `read` asks. */
async function plansOf(read: (deps: ReadDeps) => Promise<unknown>): Promise<PlanNode[]> {
  queries = [];
  await read({ database: observed, config: readConfig({}) });
  const asked = queries;
  const plans = asked.map(async ({ sql, parameters }) => {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
    const { rows } = await test.database.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      explain,
    );
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  });
  expect(asked.length).toBeGreaterThan(0);
  return (await Promise.all(plans)).flat();
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function nextCursor(url: string | null | undefined): Promise<string> {
  return new URL(url ?? '', 'http://site.test').searchParams.get('cursor') ?? '';
}

const LISTS: Readonly<Record<string, (deps: ReadDeps) => Promise<unknown>>> = {
  'the latest episodes': (deps) => episodes.listLatest(deps, 8),
  'the episodes of a show': (deps) => episodes.listEpisodes(deps, 7, { limit: 10 }),
  'the second page of a show': async (deps) => {
    const { next_url } = await episodes.listEpisodes(deps, 7, { limit: 10 });
    queries = [];
    return episodes.listEpisodes(deps, 7, { limit: 10, cursor: await nextCursor(next_url) });
  },
  'a numbered page of a show': (deps) => episodes.listEpisodes(deps, 7, { page: 5 }),
  'a playlist': (deps) => episodes.getPlaylist(deps, 7),
  'a show page': (deps) => episodes.listBriefs(deps, 7, null),
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
    const nodes = await plansOf(read);
    const scanned = nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']);
    expect(scanned).not.toContain('episodes');
    expect(scanned).not.toContain('chapters');
    const rows = nodes.map((node) => node['Actual Rows'] * node['Actual Loops']);
    // A page of shows counts the episodes of each of its shows.
    expect(Math.max(...rows)).toBeLessThanOrEqual(25 * SIZE.episodesPerShow);
    const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
    expect(sorts.every((node) => node['Actual Rows'] <= 100)).toBe(true);
  });

  it.each(['the latest episodes', 'a playlist', 'a show page', 'the shows of a user'])(
    '%s reads no texts and no chapters',
    async (name) => {
      await plansOf(LISTS[name] ?? (async () => {}));
      const sql = queries.map((query) => query.sql).join();
      expect(sql).not.toMatch(/description|chapters/);
    },
  );
});
