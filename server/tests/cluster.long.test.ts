import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember, type Member } from './helpers/add-member.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { hasNginx, openTestNginx, type TestNginx } from './helpers/nginx.ts';
import { freePort, hasRedis, openTestRedis, type TestRedis } from './helpers/redis-server.ts';
import { openTestDatabase, type TestDatabase } from './helpers/test-database.ts';

const USERS = 40;
const EPISODES = 50;
const patient = { timeout: 60_000, interval: 100 };

let folder = '';
let test: TestDatabase;
let redis: TestRedis;
let nginx: TestNginx;
let servers: BuiltServer[] = [];
let worker: BuiltServer;
let members: Member[] = [];
let showId = 0;
let episodes: number[] = [];
let ports: [number, number, number] = [0, 0, 0];

const isPossible = isBuilt && hasNginx && hasRedis;

function start(index: number, env: Record<string, string> = {}): BuiltServer {
  return startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    REDIS_URL: redis.url,
    SITE_URL: `http://127.0.0.1:${ports[0]}`,
    HOST: '127.0.0.1',
    PORT: String(ports[index] ?? 0),
    WORKER: 'off',
    LOG_LEVEL: 'info',
    ...env,
  });
}

async function addEpisodes(userId: number): Promise<void> {
  const { show_id } = await test.database
    .insertInto('shows')
    .values({
      user_id: userId,
      permalink: 'cluster',
      title: 'Cluster',
      author: 'A',
      description: '',
      language: 'en',
      categories: [],
      keywords: [],
      explicit: false,
    })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  showId = show_id;
  const rows = await test.database
    .insertInto('episodes')
    .values(
      Array.from({ length: EPISODES }, (_, index) => ({
        show_id,
        user_id: userId,
        permalink: `episode-${index}`,
        title: `Episode ${index}`,
        description: '',
        explicit: false,
        published_at: new Date(),
        enclosure_url: 'https://example.org/a.mp3',
      })),
    )
    .returning('episode_id')
    .execute();
  episodes = rows.map(({ episode_id }) => episode_id);
}

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-cluster-'));
  await chmod(folder, 0o755);
  [test, redis] = await Promise.all([openTestDatabase(), openTestRedis()]);
  ports = [await freePort(), await freePort(), await freePort()];
  members = await Promise.all(
    Array.from({ length: USERS }, (_, index) => addMember(test.database, `member-${index}`)),
  );
  await addEpisodes(members[0]?.userId ?? 0);
  servers = [start(1), start(2)];
  worker = start(0, { WORKER: 'only', PORT: '0' });
  const addresses = await Promise.all(servers.map(({ ready }) => ready));
  await worker.ready;
  nginx = await openTestNginx(ports[0], addresses);
}, 300_000);
afterAll(async () => {
  for (const { process } of [...servers, ...(worker ? [worker] : [])]) process.kill('SIGKILL');
  await nginx?.close();
  await redis?.close();
  await test?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const api = (path: string) => `${nginx.url}/api${path}`;

async function send(
  method: string,
  path: string,
  { headers }: Pick<Member, 'headers'>,
  body?: object,
) {
  const answer = await fetch(api(path), {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    status: answer.status,
    ...((await answer.json().catch(() => ({}))) as { response?: never }),
  };
}

/** Likes of every user for every episode. Returns those that were answered with 200. */
async function likeEverything(): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  const likeAll = async (member: Member) => {
    for (const episode of episodes) {
      const path = `/v2/users/${member.userId}/likes/${episode}`;
      const answer = await send('PUT', path, member).catch(() => null);
      if (answer?.status === 200) acknowledged.add(`${member.userId} ${episode}`);
    }
  };
  await Promise.all(members.map(likeAll));
  return acknowledged;
}

/** Reads without a pause until `isOver`. Returns the reads that failed twice in a row. */
async function readUntil(isOver: () => boolean): Promise<string[]> {
  const failures: string[] = [];
  const paths = ['/v2/shows', `/v2/episodes/${episodes[0]}`, `/show/${showId}/episodes`];
  const read = async (path: string) =>
    (await fetch(api(path)).then(
      (answer) => (answer.ok ? answer.text() : null),
      () => null,
    )) !== null;
  const client = async (path: string) => {
    while (!isOver()) if (!(await read(path)) && !(await read(path))) failures.push(path);
  };
  await Promise.all(paths.flatMap((path) => [client(path), client(path)]));
  return failures;
}

describe.skipIf(!isPossible)(
  'two servers and a worker behind nginx (needs nginx, Redis and a build)',
  () => {
    it('lose no acknowledged write and fail no read twice when one is killed under load', async () => {
      let isOver = false;
      const reads = readUntil(() => isOver);
      const likes = likeEverything();
      await vi.waitFor(async () => {
        const { count } = await test.database
          .selectFrom('likes')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow();
        expect(Number(count)).toBeGreaterThan((USERS * EPISODES) / 4);
      }, patient);
      servers[0]?.process.kill('SIGKILL');
      const acknowledged = await likes;
      isOver = true;
      expect(await reads).toEqual([]);
      const rows = await test.database
        .selectFrom('likes')
        .select(['user_id', 'episode_id'])
        .execute();
      const stored = new Set(rows.map(({ user_id, episode_id }) => `${user_id} ${episode_id}`));
      expect([...acknowledged].filter((like) => !stored.has(like))).toEqual([]);
      expect(acknowledged.size).toBeGreaterThan(USERS * EPISODES * 0.9);
      servers[0] = start(1);
      await servers[0].ready;
    });

    it('know the session of a login at the other server, until it is logged out', async () => {
      const account = {
        email: 'cluster@example.org',
        password: 'correct horse battery',
        name: 'C',
        terms: true,
      };
      const json = { headers: { 'content-type': 'application/json' } as never };
      const made = await send('POST', '/v2/auth/signup', json, account);
      expect(made.status).toBe(201);
      const { token } = (made.response as unknown as { sso: { token: string } }).sso;
      const headers = { authorization: `Bearer ${token}` };
      const ask = async () => {
        const answers = await Promise.all(
          servers.map(async ({ ready }) => fetch(`${await ready}/api/v2/me`, { headers })),
        );
        return answers.map(({ status }) => status);
      };
      expect(await ask()).toEqual([200, 200]);
      const out = await fetch(`${await servers[1]?.ready}/api/v2/auth/logout`, {
        method: 'POST',
        headers,
      });
      expect(out.ok).toBe(true);
      expect(await ask()).toEqual([401, 401]);
    });

    it('count the tries of a login together', async () => {
      const login = async (index: number) => {
        const server = servers[index % 2] as BuiltServer;
        const answer = await fetch(`${await server.ready}/api/v2/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'nobody@example.org', password: 'wrong password' }),
        });
        return answer.status;
      };
      const statuses: number[] = [];
      for (let index = 0; index < 60 && !statuses.includes(429); index++) {
        statuses.push(await login(index));
      }
      expect(statuses).toContain(429);
      // The other server refuses as well, so the count is shared.
      expect(await login(statuses.length)).toBe(429);
    });

    it('publish a scheduled episode once, by the worker', async () => {
      const [author] = members as [Member];
      const audio = { live_url: 'https://example.org/live.m3u8', type: 'LIVE' };
      const body = { show_id: showId, title: 'Scheduled', description: 'x', ...audio };
      const made = await send('POST', '/episode', author, body);
      expect(made.status).toBe(201);
      const { episode_id } = (made.response as unknown as { episode: { episode_id: number } })
        .episode;
      const published_at = new Date(Date.now() + 2_000).toISOString();
      const scheduled = await send('PUT', `/episode/${episode_id}/publish`, author, {
        published_at,
      });
      expect(scheduled.status).toBe(200);
      await vi.waitFor(async () => {
        const answer = await fetch(api(`/v2/episodes/${episode_id}`));
        expect(answer.status).toBe(200);
      }, patient);
    });
  },
);
