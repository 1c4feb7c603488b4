import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSession } from '../src/features/accounts/sessions.ts';
import { openSite } from './helpers/open-site.ts';
import { nodesOf, type PlanNode, rowsReadBy } from './helpers/plan-reader.ts';
import type { TestApp } from './helpers/test-app.ts';

/** `SHOWS=100000 EPISODES=1000000` takes some minutes. */
const SIZE = {
  shows: Number(process.env.SHOWS ?? 20_000),
  episodes: Number(process.env.EPISODES ?? 80_000),
};
/** The rows of a table that a query may read, in whatever way: more than any page shows, and far less than a table has. */
const MOST_ROWS = 4_000;
const FILL = new URL('../../tests/seed/fill-catalogue.mjs', import.meta.url).href;

interface Query {
  text: string;
  values: unknown[];
}

let test: TestApp;
let first: Record<'user' | 'show' | 'episode', number>;
let sent: Query[] = [];
const names = { show: '', episode: '', user: '', tag: '' };

beforeAll(async () => {
  test = await openSite();
  const client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  const { fillCatalogue } = await import(FILL);
  ({ first } = await fillCatalogue(client, SIZE));
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    `select shows.permalink as show, episodes.permalink as episode, users.permalink as user, tags[1] as tag
     from episodes join shows using (show_id) join users on users.user_id = shows.user_id
     where shows.show_id = $1 limit 1`,
    [first.show],
  );
  Object.assign(names, rows[0]);
  await client.end();
  await test.runJobs();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    note(args);
    return query.apply(this, args);
  } as never);
}, 1_200_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await test?.close();
});

function note([given, more]: unknown[]): void {
  const { text, values } = (typeof given === 'string' ? { text: given } : given) as Partial<Query>;
  if (text) sent.push({ text, values: values ?? (Array.isArray(more) ? more : []) });
}

const READS = /^\s*(select|with)\b/i;
const WRITES = /\b(insert into|update|delete from|pg_advisory\w*|nextval)\b/i;

async function plansOf({ text, values }: Query): Promise<PlanNode[]> {
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values);
  const { rows } = await test.database.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    explain,
  );
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
}

/** The parts of plans that read too many rows, for the queries of an address. */
async function findSlow(url: string, token: string): Promise<string[]> {
  sent = [];
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { statusCode } = await test.app.inject({ url, headers });
  expect([200, 301, 302], `${url} answers ${statusCode}`).toContain(statusCode);
  const queries = new Map(sent.map((query) => [query.text, query]));
  const slow: string[] = [];
  for (const query of queries.values()) {
    if (!READS.test(query.text) || WRITES.test(query.text)) continue;
    for (const node of await plansOf(query)) {
      if (!node['Relation Name'] || rowsReadBy(node) <= MOST_ROWS) continue;
      const { 'Node Type': type, 'Relation Name': table, 'Index Name': index = '' } = node;
      slow.push(`${url}: ${type} ${table} ${index} ${rowsReadBy(node)}\n${query.text.trim()}`);
    }
  }
  return slow;
}

/** Addresses that everybody can read. The first show is the largest one. */
const publicPaths = () => {
  const { show, episode, user } = first;
  return [
    ...['/', '/home', '/podcasts', '/podcasts/arts', '/search?q=ba', `/tag/${names.tag}`],
    ...[`/show/${names.show}`, `/user/${names.user}`, `/user/${names.user}/${names.episode}`],
    ...[`/show/${show}/episodes/feed`, `/show/${names.show}/episodes/feed`],
    ...[`/player?episode_id=${episode}`, `/player?show_id=${show}`],
    `/oembed?url=${encodeURIComponent(`${test.deps.config.siteUrl}/show/${names.show}`)}`,
    ...['/api/v2/shows', `/api/v2/shows/${show}`, `/api/v2/shows/${show}/episodes`],
    ...[`/api/v2/episodes/${episode}`, `/api/v2/episodes/${episode}/messages`],
    ...[`/api/v2/tags/${names.tag}/episodes`, '/api/v2/search?q=be', '/api/v2/explore/lists'],
    ...['/api/v2/explore/categories', '/api/v2/explore/categories/arts/items'],
    ...[`/api/v2/users/${user}`, `/api/v2/users/${user}/likes`],
    ...[`/api/v2/users/${user}/followings`, `/api/v2/users/${user}/favorites`],
    `/api/show/${show}/episodes/playlist`,
  ];
};

/** Addresses of a signed-in user: first those of listeners, then those of an author. */
const ownPaths = (userId: number) => [
  ...['/library', '/history', '/queue', '/api/v2/me/inbox', '/api/v2/me/inbox/count'],
  ...[`/api/v2/users/${userId}/likes`, `/api/v2/users/${userId}/favorites`],
  ...['/dashboard', '/api/v2/dashboard', '/dashboard/calendar', '/dashboard/messages'],
  '/account/settings',
];

/** The fans of a user are counted, so those of a famous one take a scan of all users. */
const fansPaths = (userId: number) => ['/dashboard/fans', `/api/user/${userId}/fans`];

const studioPaths = () => [
  ...[`/dashboard/shows/${first.show}`, `/dashboard/shows/${first.show}/numbers`],
  ...[`/dashboard/shows/${first.show}/feed`, `/dashboard/episodes/${first.episode}`],
  ...[
    `/dashboard/episodes/${first.episode}/messages`,
    `/api/v2/shows/${first.show}/numbers/by-age`,
  ],
];

const adminPaths = () => [
  ...['/admin', '/admin/lists', '/admin/reports', '/admin/numbers', '/api/v2/host/accounts'],
  ...['/api/v2/host/jobs', '/api/v2/host/reports'], // not /host/storage, which counts the whole host
];

const tokenOf = async (userId: number) =>
  (await createSession(test.database, { userId })).accessToken;

async function findSlowIn(paths: string[], token = ''): Promise<string[]> {
  const slow: string[] = [];
  for (const path of paths) slow.push(...(await findSlow(path, token)));
  return slow;
}

describe('with a large catalogue, no query reads a large part of a table', () => {
  it('for visitors', async () => {
    expect(await findSlowIn(publicPaths())).toEqual([]);
  });

  it('for a listener', async () => {
    const listener = first.user + SIZE.shows + 5;
    const paths = [...publicPaths(), ...ownPaths(listener), ...fansPaths(listener)];
    expect(await findSlowIn(paths, await tokenOf(listener))).toEqual([]);
  });

  it('for the author of the largest show', async () => {
    const paths = [...publicPaths(), ...ownPaths(first.user), ...studioPaths()];
    expect(await findSlowIn(paths, await tokenOf(first.user))).toEqual([]);
  });

  it('for an administrator', async () => {
    const { token } = await test.signIn({ admin: true });
    expect(await findSlowIn([...publicPaths(), ...adminPaths()], token)).toEqual([]);
  });
});
