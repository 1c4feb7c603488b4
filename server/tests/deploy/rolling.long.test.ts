import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../helpers/add-member.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../helpers/built-server.ts';
import { hasHaproxy, openHaproxy, type TestHaproxy } from '../helpers/haproxy.ts';
import { freePort } from '../helpers/redis-server.ts';
import { openSampleDatabase } from '../helpers/sample-database.ts';
import type { TestDatabase } from '../helpers/test-database.ts';

const PROCESSES = 3;
const WRITERS = 4;
const READS = ['/', '/show/field-notes-on-sound', '/player?episode_id=1', '/api/v2/shows'];

let folder = '';
let test: TestDatabase;
let haproxy: TestHaproxy;
let ports: number[] = [];
let servers: BuiltServer[] = [];
let writers: Member[] = [];

const isPossible = isBuilt && hasHaproxy;

const start = (index: number): BuiltServer =>
  startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    SITE_URL: haproxy.url,
    HOST: '127.0.0.1',
    PORT: String(ports[index]),
    WORKER: index === 0 ? 'in-process' : 'off',
    TRUST_PROXY: 'loopback',
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: '3', // HAProxy needs two checks, of a second each
  });

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-rolling-'));
  test = await openSampleDatabase();
  ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  haproxy = await openHaproxy(
    await freePort(),
    ports.map((port) => `http://127.0.0.1:${port}`),
  );
  servers = ports.map((_, index) => start(index));
  await Promise.all(servers.map(({ ready }) => ready));
  writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => addMember(test.database, `writer-${index}`)),
  );
}, 120_000);
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGKILL');
  await haproxy?.close();
  await test?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Sends requests one after another until `isOver`, and returns the failures. */
async function repeat(isOver: () => boolean, send: () => Promise<Response>, name: string) {
  const failures: string[] = [];
  let count = 0;
  while (!isOver()) {
    count += 1;
    try {
      const answer = await send();
      const text = await answer.text();
      if (answer.status >= 400) failures.push(`${name}: ${answer.status} ${text.slice(0, 300)}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { failures, count };
}

/** A listener who needs several seconds for a file. */
async function listenSlowly(url: string): Promise<number> {
  const answer = await fetch(url);
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return bytes;
}

describe.skipIf(!isPossible)('three processes behind HAProxy (needs haproxy and a build)', () => {
  it('are restarted one after another without a failed request', { timeout: 180_000 }, async () => {
    const { response } = (await (await fetch(`${haproxy.url}/api/v2/episodes/1`)).json()) as {
      response: { episode: { http_url: string } };
    };
    const audio = haproxy.url + new URL(response.episode.http_url).pathname;
    const size = Number((await fetch(audio, { method: 'HEAD' })).headers.get('content-length'));
    let isOver = false;
    const over = () => isOver;
    const clients = [
      ...READS.flatMap((path) => [path, path]).map((path) =>
        repeat(over, () => fetch(haproxy.url + path), path),
      ),
      ...writers.map(({ headers }) => {
        let number = 0;
        const send = () => {
          const body = JSON.stringify({ text: `Comment ${++number}` });
          return fetch(`${haproxy.url}/api/v2/episodes/1/messages`, {
            method: 'POST',
            headers,
            body,
          });
        };
        return repeat(over, send, 'a comment');
      }),
    ];
    for (const [index, old] of servers.entries()) {
      const listeners = Array.from({ length: 3 }, () => listenSlowly(audio));
      old.process.kill('SIGTERM');
      expect(await old.ended).toBe(0);
      servers[index] = start(index);
      await servers[index]?.ready;
      expect(await Promise.all(listeners)).toEqual([size, size, size]);
    }
    isOver = true;
    const results = await Promise.all(clients);
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(Math.min(...results.map(({ count }) => count))).toBeGreaterThan(10);
  });
});
