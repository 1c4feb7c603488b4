import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSession } from '../../src/features/accounts/sessions.ts';
import { readPushApp } from '../../src/platform/push/push-app.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../helpers/built-server.ts';
import { ask, type Front, HOST, hasFront, openCaddy } from '../helpers/front.ts';
import { makeMp3 } from '../helpers/make-audio.ts';
import { hasPgBouncer, openTestPgBouncer, type TestPgBouncer } from '../helpers/pgbouncer.ts';
import { hasRedis, openTestRedis, type TestRedis } from '../helpers/redis-server.ts';
import { openS3Server, type S3Server } from '../helpers/s3-server.ts';
import { openTestDatabase, type TestDatabase } from '../helpers/test-database.ts';

// The parts of compose.scale.yaml, started without containers: the settings and the Caddyfile are those of the recipe.

interface Recipe {
  services: Record<'web' | 'worker', { environment: Record<string, string> }>;
  configs: { caddyfile: { content: string } };
}

const isPossible = isBuilt && hasFront('Caddy') && hasPgBouncer && hasRedis;
const { load } = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const recipe = load(
  readFileSync(fileURLToPath(new URL('../../../compose.scale.yaml', import.meta.url)), 'utf8'),
) as Recipe;
const patient = { timeout: 60_000, interval: 200 };

let folder = '';
let test: TestDatabase;
let pooler: TestPgBouncer;
let redis: TestRedis;
let s3: S3Server;
let front: Front;
let servers: BuiltServer[] = [];
let addresses: string[] = [];
let headers: Record<string, string> = {};

/** The recipe's settings of a part, at the addresses of this test. */
function settingsOf(part: 'web' | 'worker'): Record<string, string> {
  const here: Record<string, string> = {
    SITE_URL: `https://${HOST}`,
    TRUST_PROXY: 'loopback',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: test.url,
    DATABASE_READ_URL: '', // replica.long.test.ts has one
    REDIS_URL: redis.url,
    HOST_KEY: randomBytes(24).toString('hex'),
    ...s3.env,
  };
  return Object.fromEntries(
    Object.entries(recipe.services[part].environment).map(([name, value]) => [
      name,
      here[name] ?? value,
    ]),
  );
}

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-scale-'));
  await chmod(folder, 0o755);
  [test, redis, s3] = await Promise.all([openTestDatabase(), openTestRedis(), openS3Server()]);
  pooler = await openTestPgBouncer(test.url);
  const start = (part: 'web' | 'worker') =>
    startBuiltServer({ DATA_DIR: folder, HOST: '127.0.0.1', ...settingsOf(part) });
  const webs = [start('web'), start('web')];
  servers = [...webs, start('worker'), start('worker')];
  await Promise.all(servers.map(({ ready }) => ready));
  addresses = await Promise.all(webs.map(({ ready }) => ready));
  const upstreams = addresses.map((address) => new URL(address).host).join(' ');
  const caddyfile = recipe.configs.caddyfile.content
    .replace(`\${DOMAIN}`, HOST)
    .replace(/dynamic a web 4000 \{[^}]*\}/, `to ${upstreams}`);
  front = await openCaddy(caddyfile);
  const { user_id } = await test.database
    .insertInto('users')
    .values({ permalink: 'ann', name: 'Ann', email: 'ann@example.org' })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(test.database, { userId: user_id });
  headers = { authorization: `Bearer ${accessToken}` };
}, 300_000);
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGKILL');
  await front?.close();
  await pooler?.close();
  await redis?.close();
  await s3?.close();
  await test?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function upload(bytes: Buffer): Promise<number> {
  const created = await ask(front.port, '/api/media/uploads', {
    method: 'POST',
    headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(bytes.length) },
  });
  const { pathname } = new URL(created.headers.location ?? '');
  const sent = await ask(front.port, pathname, {
    method: 'PATCH',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  });
  expect(sent.status).toBe(204);
  return Number(pathname.split('/').at(-1));
}

describe.skipIf(!isPossible)('the parts of compose.scale.yaml', () => {
  it('have a Caddyfile that finds all servers by their name', async () => {
    const file = join(folder, 'Caddyfile');
    await writeFile(file, recipe.configs.caddyfile.content.replace(`\${DOMAIN}`, HOST));
    const { stdout } = await promisify(execFile)('caddy', ['adapt', '--config', file]);
    expect(stdout).toContain('"dynamic_upstreams":{"name":"web","port":"4000"');
  });

  it('show the samples, which one of them has loaded into the bucket', async () => {
    const { status, body } = await ask(front.port, '/api/v2/episodes/1');
    expect(status).toBe(200);
    const audio = new URL(JSON.parse(String(body)).response.episode.http_url).pathname;
    for (let round = 0; round < 4; round++) {
      const part = await ask(front.port, audio, { headers: { range: 'bytes=0-99' } });
      expect([part.status, part.body.length]).toEqual([206, 100]);
    }
    expect(s3.requests.filter((line) => line.startsWith('PUT')).length).toBeGreaterThan(0);
    const loads = servers.filter(({ said }) => said.out.includes('loading the sample shows'));
    expect(loads).toHaveLength(1);
  });

  it('let a worker read an upload that came in through a server', async () => {
    const uploadId = await upload(makeMp3({ rate: 44_100, seconds: 3 }));
    await vi.waitFor(async () => {
      const { state } = await test.database
        .selectFrom('uploads')
        .select('state')
        .where('upload_id', '=', uploadId)
        .executeTakeFirstOrThrow();
      expect(state).toBe('ready');
    }, patient);
  });

  it('push an event of one server to a browser at another', async () => {
    const { key } = await readPushApp(test.database);
    const sockets = await Promise.all(
      addresses.map(async (address) => {
        const socket = new WebSocket(`${address.replace('http', 'ws')}/app/${key}?protocol=7`);
        const heard: string[] = [];
        socket.on('message', (text) => heard.push(String(text)));
        await once(socket, 'open');
        const data = { channel: 'episode_1' };
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data }));
        await vi.waitFor(() => expect(heard.join()).toContain('subscription_succeeded'), patient);
        return { socket, heard };
      }),
    );
    const { status } = await ask(front.port, '/api/v2/episodes/1/messages', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Hello to all servers' }),
    });
    expect(status).toBe(201);
    for (const { socket, heard } of sockets) {
      await vi.waitFor(() => expect(heard.join()).toContain('message_id'), patient);
      socket.close();
    }
  });

  it('stay reachable while one server ends, and end with 0', async () => {
    const [gone] = servers;
    gone?.process.kill('SIGTERM');
    expect(await gone?.ended).toBe(0);
    for (let round = 0; round < 10; round++) {
      expect((await ask(front.port, '/readyz')).status).toBe(200);
    }
    const rest = servers.slice(1);
    for (const { process } of rest) process.kill('SIGTERM');
    expect(await Promise.all(rest.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  });
});
