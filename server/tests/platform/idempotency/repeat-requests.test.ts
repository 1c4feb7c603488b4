import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { ANONYMOUS } from '../../../src/platform/http/actor.ts';
import { Created } from '../../../src/platform/http/schemas.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import {
  idempotencyTasks,
  repeatRequests,
} from '../../../src/platform/idempotency/repeat-requests.ts';
import { losableDatabase } from '../../helpers/losable-database.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

/** The effects of the route, besides its answer. */
interface Behaviour {
  write(database: Database, text: string): Promise<void>;
  afterwards(): Promise<void>;
}

const writeOnce = (database: Database, text: string) =>
  sql`insert into effects (text) values (${text})`.execute(database).then(() => {});
const writeInTransaction = (database: Database, text: string) =>
  (database as TestDatabase['database'])
    .transaction()
    .execute((transaction) => writeOnce(transaction, text));

const behaviour: Behaviour = { write: writeOnce, afterwards: async () => {} };

/** A point that a test waits for. */
function createGate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** Stands for the end of a process: a request that waits for it stops there. */
let ended = createGate();
const stopped: Promise<unknown>[] = [];
afterEach(async () => {
  ended.open();
  ended = createGate();
  await Promise.all(stopped.splice(0)); // the next test uses the same key
});

let test: TestDatabase;
const apps: FastifyInstance[] = [];

/** A process of the host: a server of its own on the shared database. */
async function openProcess(
  database = test.database,
  log: { logLevel: string; logTo?: { write(line: string): void } } = { logLevel: 'silent' },
): Promise<FastifyInstance> {
  const config = { siteUrl: 'http://site.test', apiUrl: 'http://site.test/api' };
  const app = await createServer({ ...config, ...log, trustProxy: true });
  apps.push(app);
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    const userId = Number(request.headers['x-user'] ?? 0) || null;
    request.actor = { ...ANONYMOUS, userId };
  });
  repeatRequests(app, { database, config });
  const body = Type.Object({ text: Type.String(), more: Type.Optional(Type.Integer()) });
  const schema = { body, response: Created(Type.Object({ id: Type.String() })) };
  for (const path of ['/api/notes', '/api/notes/:id', '/api/others']) {
    app.post<{ Body: { text: string } }>(path, { schema }, async (request, reply) => {
      await behaviour.write(database, request.body.text);
      await behaviour.afterwards();
      reply.code(201);
      return { response: { id: `${Math.random()}` } };
    });
  }
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  test = await openTestDatabase();
  await sql`create table effects (text text)`.execute(test.database);
  app = await openProcess();
});
afterAll(async () => {
  await Promise.all(apps.map((opened) => opened.close()));
  await test?.close();
});
beforeEach(async () => {
  behaviour.write = writeOnce;
  behaviour.afterwards = async () => {};
  await sql`truncate effects, idempotency_keys`.execute(test.database);
});

interface Sending {
  key?: string;
  url?: string;
  user?: number;
  body?: object;
  headers?: Record<string, string>;
  to?: FastifyInstance;
}

async function send({ key, url = '/api/notes', user = 1, to = app, ...rest }: Sending = {}) {
  const headers = {
    ...(user ? { 'x-user': String(user) } : {}),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...rest.headers,
  };
  const payload = rest.body ?? { text: 'a' };
  const answer = await to.inject({ method: 'POST', url, headers, payload });
  const { error, response } = answer.json();
  return {
    status: answer.statusCode,
    id: response?.id,
    reason: error?.reason,
    messages: error?.messages,
    headers: answer.headers,
  };
}

async function countEffects(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from effects`.execute(
    test.database,
  );
  return rows[0]?.n ?? -1;
}

/** As if the process of a request had died at once, and its lease had ended. */
async function endLeases(): Promise<void> {
  await sql`update idempotency_keys set locked_until = now() - interval '1 s'`.execute(
    test.database,
  );
}

it('says nothing of an answer that a lost database has prevented', async () => {
  const { database, lose } = losableDatabase(test.database);
  const lines: string[] = [];
  const logTo = { write: (line: string) => lines.push(line) };
  const to = await openProcess(database, { logLevel: 'warn', logTo });
  behaviour.write = async () => lose();
  expect(await send({ key: 'k', to })).toMatchObject({ status: 503 });
  expect(lines).toEqual([]);
});

describe.each([
  ['in a transaction', writeInTransaction],
  ['as a single statement', writeOnce],
])('a POST with a key that writes %s', (_, write) => {
  beforeEach(() => {
    behaviour.write = write;
  });

  it('is carried out once, and gets the same answer again', async () => {
    const first = await send({ key: '"k1"' });
    const again = await send({ key: '"k1"' });
    expect([first.status, again.status, again.id]).toEqual([201, 201, first.id]);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(await countEffects()).toBe(1);
  });

  it('is carried out once if many arrive at the same time, in two processes', async () => {
    const other = await openProcess();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send({ key: 'k', to: index % 2 ? app : other })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    for (const { status, reason } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, reason]).toEqual([409, 'CONFLICT']);
    }
    expect(await countEffects()).toBe(1);
  });

  it('is carried out again if it failed without an effect', async () => {
    behaviour.write = async () => {
      throw new Error('on purpose');
    };
    expect((await send({ key: 'k' })).status).toBe(500);
    behaviour.write = write;
    expect((await send({ key: 'k' })).status).toBe(201);
    expect(await countEffects()).toBe(1);
  });

  it('is never carried out again if its process died after the effect', async () => {
    // The process stops between the effect and the answer.
    const reached = createGate();
    behaviour.afterwards = () => {
      reached.open();
      return ended.passed;
    };
    stopped.push(send({ key: 'k' }));
    await reached.passed;
    expect(await send({ key: 'k' })).toMatchObject({
      status: 409,
      headers: { 'retry-after': '1' },
    });
    await endLeases();
    const { status, messages } = await send({ key: 'k' });
    expect([status, messages]).toEqual([409, [expect.stringContaining('was carried out')]]);
    expect(await countEffects()).toBe(1);
  });

  it('is not carried out again if it failed after the effect', async () => {
    behaviour.afterwards = async () => {
      throw new Error('on purpose');
    };
    expect((await send({ key: 'k' })).status).toBe(500);
    behaviour.afterwards = async () => {};
    const { status, messages } = await send({ key: 'k' });
    expect([status, messages]).toEqual([409, [expect.stringContaining('was carried out')]]);
    expect(await countEffects()).toBe(1);
  });

  it('leaves its key to the next if its process died before the effect', async () => {
    const reached = createGate();
    behaviour.write = () => {
      reached.open();
      return ended.passed;
    };
    stopped.push(send({ key: 'k' }));
    await reached.passed;
    expect((await send({ key: 'k' })).status).toBe(409);
    await endLeases();
    behaviour.write = write;
    expect((await send({ key: 'k' })).status).toBe(201);
    expect(await countEffects()).toBe(1);
  });

  it('has no effect any more if it was so slow that the next has its key', async () => {
    const [reached, mayWrite] = [createGate(), createGate()];
    behaviour.write = async (database, text) => {
      reached.open();
      await mayWrite.passed;
      await write(database, `slow ${text}`);
    };
    const slow = send({ key: 'k' });
    await reached.passed;
    await endLeases();
    behaviour.write = write;
    const next = await send({ key: 'k' });
    mayWrite.open();
    expect((await slow).status).toBe(409);
    expect(next.status).toBe(201);
    expect((await send({ key: 'k' })).id).toBe(next.id);
    expect(await countEffects()).toBe(1);
  });
});

describe('a key', () => {
  it('belongs to one user, one route and one request', async () => {
    await send({ key: 'k' });
    const others = [
      { user: 2 },
      { user: 0 },
      { user: 0, headers: { 'x-forwarded-for': '192.0.2.1' } },
      { url: '/api/others' },
    ];
    for (const other of others) expect((await send({ key: 'k', ...other })).status).toBe(201);
    expect(await countEffects()).toBe(5);
  });

  it.each([
    ['other fields', { body: { text: 'b' } }],
    ['more fields', { body: { text: 'a', more: 1 } }],
    ['another address', { url: '/api/notes/2' }],
  ])('is refused for a request with %s', async (_, other) => {
    const url = '/api/notes/1';
    await send({ key: 'k', url });
    const { status, reason, messages } = await send({ key: 'k', url, ...other });
    expect([status, reason]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(messages).toEqual([expect.stringMatching(/^Idempotency-Key: belongs to a request/)]);
    expect(await countEffects()).toBe(1);
  });

  it('is for the same fields in any order and content type', async () => {
    const first = await send({ key: 'k', body: { text: 'a', more: 1 } });
    expect((await send({ key: '"k"', body: { more: 1, text: 'a' } })).id).toBe(first.id);
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-user': '1' };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/notes?culture=it',
      headers: { ...form, 'idempotency-key': 'k' },
      payload: 'more=1&text=a&escape=false',
    });
    expect(answer.json().response.id).toBe(first.id);
  });

  it('is forgotten after a day, with its answer', async () => {
    const first = await send({ key: 'k' });
    const age = (hours: number) =>
      sql`update idempotency_keys set created_at = now() - ${hours} * interval '1 hour'`.execute(
        test.database,
      );
    const context = { deps: { database: test.database } } as never; // the task uses nothing else
    await age(23);
    await idempotencyTasks.forget_keys?.run({}, context);
    expect((await send({ key: 'k' })).id).toBe(first.id);
    await age(25);
    expect((await send({ key: 'k', body: { text: 'b' } })).status).toBe(201);
    await age(25);
    await idempotencyTasks.forget_keys?.run({}, context);
    const rows = await test.database.selectFrom('idempotency_keys').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it.each(['', '""', 'a b', '"a', 'a"b', 'a, b', 'ü', 'x'.repeat(256), '"\\n"'])(
    'cannot be %j',
    async (key) => {
      const { status, messages } = await send({ key });
      expect([status, messages]).toEqual([
        400,
        [expect.stringMatching(/^Idempotency-Key: must be/)],
      ]);
      expect(await countEffects()).toBe(0);
    },
  );

  it.each([
    'a',
    '"a"',
    '"a b"',
    '"\\"\\\\"',
    'x'.repeat(255),
    "'; drop table effects; --".replaceAll(' ', ''),
  ])('can be %s', async (key) => {
    expect((await send({ key })).status).toBe(201);
    expect((await send({ key })).headers['idempotency-replayed']).toBe('true');
  });
});

describe('a POST', () => {
  it('is carried out each time without a key', async () => {
    await send();
    await send();
    expect(await countEffects()).toBe(2);
  });

  it('keeps its key if its client goes away', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const [reached, mayAnswer] = [createGate(), createGate()];
    behaviour.afterwards = () => {
      reached.open();
      return mayAnswer.passed;
    };
    const body = '{"text":"a"}';
    socket.write(
      `POST /api/notes HTTP/1.1\r\nHost: a\r\nX-User: 1\r\nIdempotency-Key: "k"\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await reached.passed;
    socket.destroy();
    mayAnswer.open();
    behaviour.afterwards = async () => {};
    let answer = await send({ key: 'k' });
    while (answer.status === 409) answer = await send({ key: 'k' });
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(await countEffects()).toBe(1);
  });

  it('whose answer holds a secret must say so', async () => {
    const other = await openProcess();
    const schema = {
      body: Type.Object({}),
      response: Created(Type.Object({ access_token: Type.String() })),
    };
    const handler = async () => ({ response: { access_token: 'x' } });
    const route = { method: 'POST', url: '/api/tokens', schema, handler } as const;
    expect(() => other.route(route)).toThrow(/answers with a secret/);
    other.route({ ...route, config: { idempotent: false } });
    const answer = await other.inject({
      method: 'POST',
      url: '/api/tokens',
      headers: { 'idempotency-key': 'k' },
      payload: {},
    });
    expect(answer.json().response).toEqual({ access_token: 'x' });
    const rows = await test.database.selectFrom('idempotency_keys').selectAll().execute();
    expect(rows).toEqual([]);
  });
});
