import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSession } from '../../src/features/accounts/sessions.ts';
import { readPushApp } from '../../src/platform/push/push-app.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../helpers/built-server.ts';
import {
  ask,
  FRONTS,
  type Front,
  type FrontName,
  HOST,
  hasFront,
  openFront,
  tlsOptions,
} from '../helpers/front.ts';
import { openServedSamples } from '../helpers/sample-database.ts';
import type { TestDatabase } from '../helpers/test-database.ts';

// Each reverse proxy of docs/hosting.md in front of a real Earshot.

const SITE = `https://${HOST}`;
const CLIENT = '127.0.0.77'; // not an address of the proxy
const UPLOAD_BYTES = 12e6; // more than the proxies accept by default

let folder = '';
let test: TestDatabase;
let server: BuiltServer;
let port = 0;
let pushKey = '';
let authorization = '';

beforeAll(async () => {
  if (!isBuilt) return;
  folder = await mkdtemp(join(tmpdir(), 'earshot-proxies-'));
  await chmod(folder, 0o755);
  test = await openServedSamples(folder);
  server = startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    SITE_URL: SITE,
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'debug', // the log has the addresses of clients
  });
  await server.ready;
  port = Number(/listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(server.said.out)?.[1]);
  pushKey = (await readPushApp(test.database)).key;
  const { user_id } = await test.database
    .insertInto('users')
    .values({ permalink: 'ann', name: 'Ann', email: 'ann@example.org' })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(test.database, { userId: user_id });
  authorization = `Bearer ${accessToken}`;
}, 120_000);
afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await test?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function audioPath(front: Front): Promise<string> {
  const { body } = await ask(front.port, '/api/v2/episodes/1');
  return new URL(JSON.parse(String(body)).response.episode.http_url).pathname;
}

const names = Object.keys(FRONTS) as FrontName[];

describe.skipIf(!isBuilt).each(names.filter(hasFront))('Earshot behind %s', (name) => {
  let front: Front;
  beforeAll(async () => {
    front = await openFront(name, port);
  });
  afterAll(() => front?.close());

  it('has pages whose links begin with https and have no port', async () => {
    const { status, body, headers } = await ask(front.port, '/show/field-notes-on-sound');
    expect(status).toBe(200);
    expect(String(body)).toContain(`<link rel="canonical" href="${SITE}/show/field-notes-on-sound`);
    expect(String(body)).not.toMatch(/"http:\/\/(pod\.example|127\.0\.0\.1)/);
    expect(headers['content-type']).toContain('text/html');
  });

  it('keeps an encoded path as its reader has sent it', async () => {
    const { body } = await ask(front.port, '/search?q=a%20b%2Fc');
    expect(String(body)).toContain('value="a b/c"');
    const { status } = await ask(front.port, '/show/a%2Fb');
    expect(status).toBe(404); // of Earshot, which knows no such show
  });

  it.skipIf(name === 'Caddy of compose.yaml')('leads plain HTTP to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${front.httpPort}/show/a%20b`, {
      redirect: 'manual',
      headers: { host: HOST },
    });
    expect([301, 308]).toContain(answer.status);
  });

  it('sends a part of an audio file', async () => {
    const path = await audioPath(front);
    const { status, headers, body } = await ask(front.port, path, {
      headers: { range: 'bytes=100-299' },
    });
    expect(status).toBe(206);
    expect(headers['content-range']).toMatch(/^bytes 100-299\/\d+$/);
    expect(body).toHaveLength(200);
  });

  it('passes the WebSocket of push on', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${front.port}/app/${pushKey}?protocol=7`, {
      ...tlsOptions(front.port, CLIENT),
      headers: { host: HOST },
      origin: SITE,
    });
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toMatchObject({ event: 'pusher:connection_established' });
    socket.close();
    await once(socket, 'close');
  });

  it('accepts a large upload', async () => {
    const headers = { authorization, 'tus-resumable': '1.0.0' };
    const created = await ask(front.port, '/api/media/uploads', {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(UPLOAD_BYTES) },
    });
    expect(created.status).toBe(201);
    expect(created.headers.location).toMatch(/^https:\/\/pod\.example\//);
    const sent = await ask(front.port, new URL(created.headers.location ?? '').pathname, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: Buffer.alloc(UPLOAD_BYTES),
    });
    expect(sent.status).toBe(204);
    expect(sent.headers['upload-offset']).toBe(String(UPLOAD_BYTES));
  });

  it('sees the address of the client, whatever that claims', async () => {
    const path = `/about?proxy=${encodeURIComponent(name)}`;
    await ask(front.port, path, { from: CLIENT, headers: { 'x-forwarded-for': '192.0.2.1' } });
    await vi.waitFor(() => {
      const lines = server.said.out.split('\n').filter((line) => line.includes(path));
      expect(lines.map((line) => JSON.parse(line).ip)).toEqual([CLIENT]);
    });
  });
});
