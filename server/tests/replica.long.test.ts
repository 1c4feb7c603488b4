import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSession } from '../src/features/accounts/sessions.ts';
import { type OpenDatabase, openDatabase } from '../src/platform/database/database.ts';
import { addEpisode, addShow } from './helpers/add-episode.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { metricOf } from './helpers/read-metrics.ts';
import { freePort } from './helpers/redis-server.ts';
import {
  hasReplicas,
  openStreamingReplica,
  type StreamingReplica,
} from './helpers/streaming-replica.ts';

/** `WRITES=500` takes a minute. */
const WRITES = Number(process.env.WRITES ?? 90);
const PHASE = 15; // writes between two states of the replica
const EPISODES = 30;
const ENCLOSURE = 'https://example.org/a.mp3';
const patient = { timeout: 60_000, interval: 50 };

const isPossible = isBuilt && hasReplicas;

interface Person {
  userId: number;
  headers: { authorization: string };
  cookie: string;
}

interface Server {
  built: BuiltServer;
  origin: string;
  metricsPort: number;
}

let folder = '';
let servers: StreamingReplica;
let opened: OpenDatabase;
let a: Server;
let b: Server;
/** Reads everything from the primary. */
let plain: Server;
let author: Person;
let fan: Person;
let showId = 0;
const episodes: number[] = [];
let ports: number[] = [];

const siteUrl = () => `http://127.0.0.1:${ports[0]}`;

async function start(at: number, env: Record<string, string> = {}): Promise<Server> {
  const metricsPort = await freePort();
  const built = startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: servers.primaryUrl,
    DATABASE_READ_URL: servers.replicaUrl,
    SITE_URL: siteUrl(),
    HOST: '127.0.0.1',
    PORT: String(ports[at]),
    METRICS_PORT: String(metricsPort),
    RATE_LIMITS: 'off',
    WORKER: 'off',
    ...env,
  });
  return { built, origin: await built.ready, metricsPort };
}

async function addPerson(permalink: string): Promise<Person> {
  const { user_id } = await opened.database
    .insertInto('users')
    .values({
      permalink,
      name: permalink,
      email: `${permalink}@example.org`,
      email_verified_at: new Date(),
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const { accessToken, secret } = await createSession(opened.database, { userId: user_id });
  return {
    userId: user_id,
    headers: { authorization: `Bearer ${accessToken}` },
    cookie: `session=${secret}`,
  };
}

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-replica-'));
  servers = await openStreamingReplica();
  ports = [await freePort(), await freePort(), await freePort()];
  opened = await openDatabase({ databaseUrl: servers.primaryUrl, dataDir: folder, report() {} });
  [author, fan] = [await addPerson('author'), await addPerson('fan')];
  showId = await addShow(opened.database, author.userId);
  for (let count = 0; count < EPISODES; count++)
    episodes.push(await addEpisode(opened.database, showId, { enclosure_url: ENCLOSURE }));
  a = await start(0);
  b = await start(1);
  plain = await start(2, { DATABASE_READ_URL: '' });
}, 300_000);
afterAll(async () => {
  for (const server of [a, b, plain]) server?.built.process.kill('SIGKILL');
  await opened?.close();
  await servers?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** A sequence of numbers from 0 to 1 that a seed repeats. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Sender = Partial<Person> | undefined;

async function send(server: Server, method: string, path: string, sender?: Sender, body?: object) {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(sender?.headers ?? (sender?.cookie ? { cookie: sender.cookie } : {})),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

async function write(server: Server, method: string, path: string, sender: Person, body?: object) {
  const { status, text } = await send(server, method, `/api${path}`, sender, body);
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text || '{}').response;
}

async function readReplica(
  ...of: Server[]
): Promise<Record<'made' | 'passed' | 'failed' | 'lost', number>> {
  const sum = { made: 0, passed: 0, failed: 0, lost: 0 };
  for (const { metricsPort } of of) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const read = (name: string) => metricOf(text, `earshot_replica_${name}`) ?? Number.NaN;
    sum.made += read('answers_total');
    sum.passed += read('passed_answers_total');
    sum.failed += read('failed_queries_total');
    sum.lost += read('lost');
  }
  return sum;
}

/** One write, the address that shows it, and whether an answer shows it. */
interface Written {
  writer: Person;
  path: string;
  /** The page of an episode with the same text, and the cookies of the writer's browser. */
  page?: { path: string; cookie: string };
  isShown(answer: { status: number; text: string }): boolean;
  /** True for lists of likes, which no trigger announces. */
  isUnannounced?: boolean;
}

let count = 0;
const liked = new Set<number>();

/** Does one random thing. */
async function writeSomething(at: Server, random: () => number): Promise<Written> {
  count += 1;
  const pick = Math.floor(random() * episodes.length);
  const episode = episodes[pick] ?? 0;
  const kind = random();
  if (kind < 0.15) {
    const { episode: made } = await write(at, 'POST', '/episode', author, {
      show_id: showId,
      title: `New ${count}`,
      description: 'x',
      type: 'LIVE',
      live_url: 'https://example.org/live.m3u8',
    });
    const id = made.episode_id;
    await write(at, 'PUT', `/episode/${id}/publish`, author, {});
    episodes.push(id);
    return {
      writer: author,
      path: `/api/v2/episodes/${id}`,
      isShown: ({ status }) => status === 200,
    };
  }
  if (kind < 0.45) {
    const title = `Title ${count}.`;
    const answer = await fetch(`${at.origin}/api/v2/episodes/${episode}`, {
      method: 'PUT',
      headers: { cookie: author.cookie, origin: siteUrl(), 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
    expect(answer.status).toBe(200);
    const [mark = ''] = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const changed = ((await answer.json()) as { response: { episode: { site_url: string } } })
      .response;
    return {
      writer: author,
      page: {
        path: new URL(changed.episode.site_url).pathname,
        cookie: `${author.cookie}; ${mark}`,
      },
      path: `/api/v2/episodes/${episode}`,
      isShown: ({ text }) => text.includes(title),
    };
  }
  if (kind < 0.65) {
    const path = `/api/v2/users/${fan.userId}/likes`;
    const mark = new RegExp(`"episode_id":${episode}\\b`);
    if (liked.delete(episode)) {
      await write(at, 'DELETE', `/v2/users/${fan.userId}/likes/${episode}`, fan);
      return { writer: fan, path, isShown: ({ text }) => !mark.test(text), isUnannounced: true };
    }
    await write(at, 'PUT', `/v2/users/${fan.userId}/likes/${episode}`, fan);
    liked.add(episode);
    return { writer: fan, path, isShown: ({ text }) => mark.test(text), isUnannounced: true };
  }
  if (kind < 0.9) {
    const text = `Comment ${count}.`;
    await write(at, 'POST', `/v2/episodes/${episode}/messages`, fan, { text });
    return {
      writer: fan,
      path: `/api/v2/episodes/${episode}/messages`,
      isShown: (answer) => answer.text.includes(text),
    };
  }
  await write(at, 'DELETE', `/episode/${episode}`, author);
  episodes.splice(pick, 1);
  liked.delete(episode);
  return {
    writer: author,
    path: `/api/v2/episodes/${episode}`,
    isShown: ({ status }) => status === 404 || status === 410,
  };
}

/** Every public answer about the things of this test, as this server gives it. */
async function readAll(server: Server): Promise<Record<string, string>> {
  const paths = [
    ...episodes.flatMap((id) => [`/api/v2/episodes/${id}`, `/api/v2/episodes/${id}/messages`]),
    `/api/v2/shows/${showId}/episodes`,
    `/api/v2/users/${fan.userId}/likes`,
    `/shows/${showId}.rss`,
  ];
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const { status, text } = await send(server, 'GET', path);
    answers[path] = `${status} ${text}`;
  }
  return answers;
}

describe.skipIf(!isPossible)(
  "two servers with a streaming replica (needs Debian's postgresql and a build)",
  () => {
    it('read public answers from the replica', async () => {
      await vi.waitFor(async () => {
        await send(a, 'GET', `/api/v2/episodes/${episodes[0]}?warm=${Math.random()}`);
        expect((await readReplica(a)).made).toBeGreaterThan(0);
      }, patient);
      const before = await readReplica(a, b);
      const transactions = await servers.countTransactions();
      const random = createRandom(1);
      let isOver = false;
      let writes = 0;
      const writing = (async () => {
        while (!isOver) {
          await writeSomething(a, random);
          writes += 1;
          await new Promise((resolve) => setTimeout(resolve, 100)); // ten writes a second
        }
      })();
      const startedAt = performance.now();
      for (let turn = 0; turn < 4; turn++) {
        for (const id of [...episodes]) {
          const paths = [`/v2/episodes/${id}`, `/v2/search?q=title+${id}+${turn}`, '/v2/shows'];
          await Promise.all(
            [a, b].flatMap((at) => paths.map((path) => send(at, 'GET', `/api${path}`))),
          );
        }
      }
      isOver = true;
      await writing;
      const after = await readReplica(a, b);
      const [made, passed] = [after.made - before.made, after.passed - before.passed];
      const seconds = (performance.now() - startedAt) / 1_000;
      process.stdout.write(
        `${made} of ${made + passed} public answers came from the replica alone (${((100 * made) / (made + passed)).toFixed(1)}%), beside ${(writes / seconds).toFixed(1)} writes a second\n`,
      );
      expect(made).toBeGreaterThan(passed);
      await vi.waitFor(
        async () => expect(await servers.countTransactions()).toBeGreaterThan(transactions + made),
        patient,
      );
    });

    it('show each reader what they have written, and never keep an old answer', async () => {
      const random = createRandom(2);
      const late = { visitors: 0, writes: 0 };
      for (let done = 0; done < WRITES; done += PHASE) {
        const phase = (done / PHASE) % 3;
        if (phase === 1) await servers.pause();
        if (phase === 2) await servers.set('recovery_min_apply_delay', 300);
        for (let turn = 0; turn < PHASE; turn++) {
          const [here, there] = random() < 0.8 ? [a, b] : [b, a];
          const written = await writeSomething(here, random);
          const { writer, path, page, isShown } = written;
          const byMember = page ? [await send(there, 'GET', page.path, page)] : [];
          const byVisitor = await send(there, 'GET', path);
          const own = await Promise.all([
            send(there, 'GET', path, { headers: writer.headers }),
            send(here, 'GET', path, { headers: writer.headers }),
            send(here, 'GET', path),
            ...byMember,
            ...(page ? [send(here, 'GET', page.path, page)] : []),
          ]);
          for (const answer of own) {
            expect(
              isShown(answer),
              `write ${count}, ${path}: ${answer.status} ${answer.text}`,
            ).toBe(true);
          }
          late.writes += 1;
          if (written.isUnannounced || isShown(byVisitor)) continue;
          late.visitors += 1; // the notification was on its way
          await vi.waitFor(async () => expect(isShown(await send(there, 'GET', path))).toBe(true), {
            ...patient,
            interval: 1,
          });
        }
        if (phase === 1) await servers.resume();
        if (phase === 2) await servers.set('recovery_min_apply_delay', 0);
        await Promise.all([readAll(a), readAll(b)]); // into memory
      }
      process.stdout.write(
        `${late.writes} writes: ${late.visitors} visitors came to the other server before it was notified\n`,
      );
      await servers.catchUp();
      await vi.waitFor(async () => {
        const truth = await readAll(plain);
        expect(await readAll(a)).toEqual(truth);
        expect(await readAll(b)).toEqual(truth);
      }, patient);
    });

    it('read again from the primary if a change cancels a query on the replica', async () => {
      await servers.set('max_standby_streaming_delay', 0);
      const own = await openDatabase({
        databaseUrl: servers.primaryUrl,
        databaseReadUrl: servers.replicaUrl,
        dataDir: folder,
        report() {},
      });
      const { database, publicReads } = own;
      if (!publicReads) return expect.fail();
      const slow = () =>
        publicReads.run(() => sql`select pg_sleep(1) from flash_messages`.execute(database));
      await database
        .insertInto('flash_messages')
        .values({ name: 'conflict', message: 'A row to read.' })
        .execute();
      publicReads.onUp();
      await vi.waitFor(async () => {
        await publicReads.run(() => sql`select 1`.execute(database));
        expect(publicReads.counts.byReplica).toBeGreaterThan(0);
      }, patient);
      const reading = slow();
      await database.transaction().execute(async (transaction) => {
        await sql`lock table flash_messages in access exclusive mode`.execute(transaction);
        await sql`select pg_current_xact_id()`.execute(transaction);
      });
      expect((await reading).rows).toHaveLength(1);
      expect(publicReads.counts.failed).toBe(1);
      await own.close();
    });

    it.each([
      ['killed', () => servers.kill(), () => servers.start()],
      ['frozen', () => servers.freeze(), () => servers.thaw()],
    ] as const)(
      'fail no read while the replica is %s, and use it again afterwards',
      async (_how, end, begin) => {
        const isLost = (of: number) =>
          vi.waitFor(async () => expect((await readReplica(a, b)).lost).toBe(of), patient);
        const isUsed = async () => {
          const { made } = await readReplica(a, b);
          await vi.waitFor(
            async () => expect((await readReplica(a, b)).made).toBeGreaterThan(made + 10),
            patient,
          );
        };
        await isLost(0);
        const [edited = 0, ...others] = episodes;
        const edit = () => {
          count += 1;
          return write(a, 'PUT', `/v2/episodes/${edited}`, author, { title: `Edited ${count}` });
        };
        const statuses: Record<number, number> = {};
        let isOver = false;
        let number = 0;
        const clients = [a, b, a, b, a, b, a, b].map(async (server) => {
          while (!isOver) {
            number += 1;
            const id = others[number % others.length];
            const path = `/api/v2/episodes/${id}/messages?limit=${1 + (number % 90)}`;
            const { status } = await send(server, 'GET', path);
            statuses[status] = (statuses[status] ?? 0) + 1;
          }
        });
        await edit();
        await isUsed();
        await end();
        await isLost(2);
        await edit();
        await begin();
        await isLost(0);
        await isUsed();
        isOver = true;
        await Promise.all(clients);
        expect(Object.keys(statuses)).toEqual(['200']);
        process.stdout.write(
          `${statuses[200]} reads, ${(await readReplica(a, b)).failed} queries asked again at the primary\n`,
        );
        const lines = a.built.said.out
          .split('\n')
          .filter((line) => line.includes('replica at DATABASE_READ_URL'));
        expect(lines.length % 2).toBe(0);
      },
    );
  },
);
