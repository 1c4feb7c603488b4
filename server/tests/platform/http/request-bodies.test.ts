import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Nullable, Success } from '../../../src/platform/http/schemas.ts';
import { createServer } from '../../../src/platform/http/server.ts';

const Chapter = Type.Object({
  starts_at: Type.Number({ minimum: 0 }),
  title: Type.String({ minLength: 1, maxLength: 140 }),
});
const Fields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
  season: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  explicit: Type.Optional(Type.Boolean()),
  volume: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  type: Type.Optional(Type.Enum(['full', 'trailer', 'bonus'], { type: 'string' })),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { maxItems: 3 })),
  chapters: Type.Optional(Type.Array(Chapter)),
  email: Type.Optional(Type.String({ format: 'email' })),
  permalink: Type.Optional(
    Type.String({ pattern: '^[a-z-]+$', 'x-rule': 'must be small letters and hyphens' }),
  ),
  terms: Type.Optional(Type.Literal(true)),
  link: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
};
const Anything = Success(Type.Unknown());

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.put(
    '/api/echo',
    { schema: { body: Type.Object(Fields), response: Anything } },
    async ({ body, culture }) => ({ response: { body, culture } }),
  );
  app.post(
    '/api/strict/:id',
    {
      schema: {
        params: Type.Object({ id: Type.Integer() }),
        querystring: Type.Object({ grant_type: Type.Optional(Type.String()) }),
        body: Type.Object({ name: Type.String(), terms: Type.Literal(true) }),
        response: Anything,
      },
    },
    async ({ body, query, params }) => ({ response: { body, query, params } }),
  );
  app.delete('/api/echo', { schema: { response: Anything } }, async () => ({ response: {} }));
  app.get(
    '/api/list',
    {
      schema: {
        querystring: Type.Object({
          limit: Type.Optional(Type.Integer({ maximum: 100 })),
          live: Type.Optional(Type.Boolean()),
          types: Type.Optional(Type.Array(Type.String())),
        }),
        response: Anything,
      },
    },
    async ({ query, culture }) => ({ response: { query, culture } }),
  );
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await createServer({
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test/api',
    logLevel: 'silent',
    trustProxy: false,
  });
  await app.register(routes);
});
afterAll(() => app?.close());

const FORM = 'application/x-www-form-urlencoded';

async function send(options: InjectOptions): Promise<{ status: number; body: unknown }> {
  const answer = await app.inject({ method: 'PUT', url: '/api/echo', ...options });
  const { response, error } = answer.json();
  return { status: answer.statusCode, body: error ? error.messages : response };
}

const sendAs = (type: string, payload: string | Buffer, url = '/api/echo') =>
  send({ url, payload, headers: { 'content-type': type } });
const sendJson = (payload: string) => sendAs('application/json', payload);
const sendForm = (payload: string) => sendAs(FORM, payload);
const echoed = (body: unknown, culture: string | null = null) => ({
  status: 200,
  body: { body, culture },
});
const refused = (...messages: unknown[]) => ({ status: 400, body: messages });

describe('the body of a write', () => {
  it('is JSON', async () => {
    const body = { title: 'A', season: null, explicit: true, volume: 1.5, tags: ['x'] };
    expect(await sendJson(JSON.stringify(body))).toEqual(echoed(body));
  });

  it('is a form, whose texts get the types of the schema', async () => {
    const form = 'title=12&season=3&explicit=on&volume=1e1&type=full&link=';
    expect(await sendForm(form)).toEqual(
      echoed({ title: '12', season: 3, explicit: true, volume: 10, type: 'full', link: null }),
    );
  });

  it.each([
    ['tags[]=a&tags[]=b,c', ['a', 'b,c']],
    ['tags%5B%5D=a', ['a']],
    ['tags=a&tags=b', ['a', 'b']],
    ['tags=a, b,', ['a', 'b']],
    ['tags=["a","b,c"]', ['a', 'b,c']],
    ['tags=[live], b', ['[live]', 'b']],
    ['tags=', []],
  ])('takes a list as %s', async (form, tags) => {
    expect(await sendForm(form)).toEqual(echoed({ tags }));
  });

  it('takes a list of objects in a form as JSON', async () => {
    const chapters = [{ starts_at: 0, title: 'A' }];
    const form = new URLSearchParams({ chapters: JSON.stringify(chapters) });
    expect(await sendForm(form.toString())).toEqual(echoed({ chapters }));
  });

  it('is the query if there is no body', async () => {
    const url = '/api/echo?title=A&season=&tags[]=x&culture=it&escape=false';
    const expected = echoed({ title: 'A', season: null, tags: ['x'] }, 'it');
    expect(await send({ url })).toEqual(expected);
    expect(await sendAs(FORM, '', url)).toEqual(expected);
    expect(await sendAs('application/json', '', url)).toEqual(expected);
    expect(await sendAs('text/plain', '', url)).toEqual(expected);
  });

  it('is not mixed with the query', async () => {
    expect(await sendAs(FORM, 'title=A', '/api/echo?season=1')).toEqual(
      refused('season: is not known; there are no fields here'),
    );
  });

  it('leaves a declared query alone', async () => {
    const url = '/api/strict/7?grant_type=playback&name=A&terms=true';
    expect(await send({ method: 'POST', url })).toEqual({
      status: 200,
      body: {
        body: { name: 'A', terms: true },
        query: expect.objectContaining({ grant_type: 'playback' }),
        params: { id: 7 },
      },
    });
  });

  it.each([
    ['query', { url: '/api/echo?culture=it&escape=1&c=x&v=2', payload: { title: 'A' } }],
    ['JSON', { payload: { title: 'A', culture: 'it', escape: false, c: null, v: 3 } }],
    ['form', { payload: 'title=A&culture=it&escape=&c=&v=', headers: { 'content-type': FORM } }],
  ])('accepts culture, escape, c and v in the %s and hides them', async (_, options) => {
    expect(await send(options)).toEqual(echoed({ title: 'A' }, 'it'));
  });

  it('reads a language from a query that names one', async () => {
    const cultureOf = async (url: string) => (await app.inject({ url })).json().response.culture;
    expect(await cultureOf('/api/list?culture=it-IT')).toBe('it-IT');
    expect(await cultureOf('/api/list?c=de')).toBe('de');
    expect(await cultureOf('/api/list?culture=%0d%0aSet-Cookie')).toBeNull();
    expect(await cultureOf('/api/list')).toBeNull();
  });
});

describe('a body that breaks its schema', () => {
  it('gets all errors at once, each with its field', async () => {
    const body = { title: '', season: 0, volume: 0, type: 'x', color: 'red', terms: false };
    expect(await sendJson(JSON.stringify(body))).toEqual(
      refused(
        `color: is not known; known fields are ${Object.keys(Fields).join(', ')}`,
        'title: must not be empty',
        'season: must be at least 1',
        'volume: must be more than 0',
        'type: must be one of full, trailer, bonus',
        'terms: must be true',
      ),
    );
  });

  it.each([
    [{ title: 'x'.repeat(141) }, 'title: must be at most 140 characters'],
    [{ title: 5 }, 'title: must be text'],
    [{ title: null }, 'title: must be text'],
    [{ season: 1.5 }, 'season: must be a whole number or null'],
    [{ season: '1' }, 'season: must be a whole number or null'],
    [{ explicit: 'yes' }, 'explicit: must be true or false'],
    [{ volume: true }, 'volume: must be a number'],
    [{ volume: 101 }, 'volume: must be at most 100'],
    [{ type: 7 }, 'type: must be one of full, trailer, bonus'],
    [{ tags: 'a' }, 'tags: must be a list'],
    [{ tags: ['a', 1] }, 'tags/1: must be text'],
    [{ tags: ['a', 'b', 'c', 'd'] }, 'tags: must have at most 3 items'],
    [{ chapters: [{ starts_at: 0, title: '' }] }, 'chapters/0/title: must not be empty'],
    [{ chapters: [{ starts_at: 0 }] }, 'chapters/0/title: is required'],
    [
      { chapters: [{ starts_at: 0, title: 'A', end: 1 }] },
      'chapters/0/end: is not known; known fields are starts_at, title',
    ],
    [{ chapters: [3] }, 'chapters/0: must be an object with fields'],
    [{ email: 'ann' }, 'email: must be an e-mail address such as ann@example.org'],
    [{ permalink: 'A b' }, 'permalink: must be small letters and hyphens'],
    [{ link: 'abcdef' }, 'link: must be at most 5 characters'],
    [{ title: 'a\0b' }, 'title: has a character that no text may have'],
    [{ tags: ['\ud800'] }, 'tags/0: has a character that no text may have'],
    [{ 'a/b~c': 1 }, expect.stringMatching(/^a\/b~c: is not known/)],
    [{ 'a\r\nb': 1 }, expect.stringMatching(/^a\?\?b: is not known/)],
  ])('%j is refused in plain words', async (body, message) => {
    expect(await sendJson(JSON.stringify(body))).toEqual(refused(message));
  });

  it.each([
    ['season=abc', 'season: must be a whole number or null'],
    ['season=Infinity', 'season: must be a whole number or null'],
    ['volume=1e999', 'volume: must be a number'],
    ['explicit=maybe', 'explicit: must be true or false'],
    ['title=a&title=b', 'title: is given twice'],
    ['tags[]=a&tags=b', 'tags: is given twice'],
    ['chapters=nothing', 'chapters/0: must be an object with fields'],
    ['title=%00', 'title: has a character that no text may have'],
    ['constructor=1', expect.stringMatching(/^constructor: is not known/)],
    ['__proto__=1', expect.stringMatching(/^__proto__: is not known/)],
    ['toString[]=1', expect.stringMatching(/^toString\[\]: is not known/)],
  ])('the form %s is refused in plain words', async (form, message) => {
    expect(await sendForm(form)).toEqual(refused(message));
  });

  it('lists what is required', async () => {
    expect(await send({ method: 'POST', url: '/api/strict/1' })).toEqual(
      refused('name: is required', 'terms: is required'),
    );
  });

  it('gets a short answer to a long list of errors', async () => {
    const chapters = Array.from({ length: 5_000 }, () => ({ starts_at: -1 }));
    const { status, body } = await sendJson(JSON.stringify({ chapters }));
    expect(status).toBe(400);
    expect((body as string[]).length).toBeLessThan(25);
  });
});

describe('a body that is not what it claims', () => {
  it.each([
    ['an open object', '{"title":"A"', /^request: is not valid JSON/],
    ['a word', 'title', /^request: is not valid JSON/],
    ['a name given twice', '{"title":"A","title":"B"}', /^title: is given twice/],
    ['a hidden name given twice', '{"title":"A","\\u0074itle":"B"}', /^title: is given twice/],
    ['a nested name given twice', '{"chapters":[{"a":1,  "a":2}]}', /^a: is given twice/],
    ['a prototype', '{"__proto__":{"title":"A"}}', /^__proto__: is not a name/],
    ['a hidden prototype', '{"\\u005f_proto__":{}}', /^__proto__: is not a name/],
    ['a deep list', '['.repeat(100_000), /nested more than 20 levels/],
    ['a deep object', '{"a":'.repeat(30), /nested more than 20 levels/],
    ['many values', `{"tags":[${'1,'.repeat(30_000)}1]}`, /more than 20000 values/],
    ['a list', '[1]', /^request: must be an object with fields/],
    ['a text', '"A"', /^request: must be an object with fields/],
    ['null', 'null', /^request: must be an object with fields/],
    ['a number', '5', /^request: must be an object with fields/],
    ['an unpaired quote', '{"', /^request: is not valid JSON/],
    ['blanks', '   ', /^request: is not valid JSON/],
    ['a huge number', '{"volume":1e999}', /^volume: must be a number/],
  ])('is refused as JSON: %s', async (_, json, message) => {
    expect(await sendJson(json)).toEqual(refused(expect.stringMatching(message)));
  });

  it('may repeat a name in different objects, and words that look like structure', async () => {
    const body = {
      chapters: [
        { starts_at: 0, title: '{"title":"\\"[[[[[' },
        { starts_at: 1, title: ',:}]' },
      ],
    };
    expect(await sendJson(JSON.stringify(body))).toEqual(echoed(body));
  });

  it('is refused in another encoding than UTF-8', async () => {
    const latin = Buffer.from('{"title":"\xe9"}', 'latin1');
    expect(await sendAs('application/json', latin)).toEqual(refused('request: is not valid UTF-8'));
    expect(await sendForm('title=%E9')).toEqual(refused('request: is not valid UTF-8'));
    expect(await sendAs('application/json; charset=latin1', '{}')).toEqual(
      refused('Content-Type: the charset must be utf-8'),
    );
    expect(await sendAs('application/json; charset="UTF-8"', '{}')).toEqual(echoed({}));
    expect(await sendForm('title=%EF%BF%BD 50%')).toEqual(echoed({ title: '\ufffd 50%' }));
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json5',
  ])('is refused as %s', async (type) => {
    const { status, body } = await sendAs(type, 'x');
    expect([status, body]).toEqual([415, [expect.stringMatching(/^Content-Type: must be one of/)]]);
  });

  it('is refused above 1 MiB', async () => {
    const { status } = await sendJson(JSON.stringify({ title: 'x'.repeat(1 << 20) }));
    expect(status).toBe(413);
  });

  it('is refused with too many fields', async () => {
    expect(await sendForm('a=1&'.repeat(2_000))).toEqual(
      refused('request: must not have more than 1000 fields'),
    );
  });
});

describe('DELETE', () => {
  it.each([
    ['no body', {}],
    ['an empty JSON body', { headers: { 'content-type': 'application/json' }, payload: '' }],
    ['an empty form', { headers: { 'content-type': FORM }, payload: '' }],
    ['an empty object', { payload: {} }],
    ['the common fields', { url: '/api/echo?culture=it&escape=false', payload: { c: 'it' } }],
  ])('takes %s', async (_, options) => {
    expect(await send({ method: 'DELETE', ...options })).toEqual({ status: 200, body: {} });
  });

  it('refuses fields', async () => {
    const words = 'force: is not known; there are no fields here';
    expect(await send({ method: 'DELETE', url: '/api/echo?force=1' })).toEqual(refused(words));
    expect(await send({ method: 'DELETE', payload: { force: true } })).toEqual(refused(words));
  });
});

describe('GET', () => {
  it('ignores unknown fields, because networks add their own to addresses', async () => {
    const url = '/api/list?limit=5&utm_source=x&live=0&types=a,b&fbclid=&v=1';
    const { query } = (await app.inject({ url })).json().response;
    expect(query).toMatchObject({ limit: 5, live: false, types: ['a', 'b'] });
  });

  it('takes an empty field as none', async () => {
    expect((await app.inject({ url: '/api/list?limit=&live=' })).statusCode).toBe(200);
  });

  it.each([
    ['limit=abc', 'limit: must be a whole number'],
    ['limit=1&limit=2', 'limit: is given twice'],
    ['limit=101', 'limit: must be at most 100'],
    ['types=%00', 'types/0: has a character that no text may have'],
  ])('refuses ?%s', async (query, message) => {
    expect(await send({ method: 'GET', url: `/api/list?${query}` })).toEqual(refused(message));
  });
});

describe('a route', () => {
  const response = Anything;
  it.each([
    ['an answer', { method: 'GET', schema: {} }],
    ['an answer', { method: 'DELETE', schema: { response: { 404: Type.Object({}) } } }],
    ['a body', { method: 'POST', schema: { response } }],
    ['a body', { method: 'PUT', schema: { response } }],
  ])('cannot be without a schema for %s', async (_, options) => {
    const other = await createServer({
      siteUrl: 'http://site.test',
      apiUrl: 'http://site.test/api',
      logLevel: 'silent',
      trustProxy: false,
    });
    const handler = async () => ({});
    expect(() => other.route({ ...options, url: '/api/bad', handler })).toThrow(/needs a schema/);
    await other.close();
  });
});

describe('a packed body', () => {
  const send = (encoding: string, payload: Buffer) =>
    app.inject({
      method: 'PUT',
      url: '/api/echo',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      payload,
    });

  it('is unpacked', async () => {
    const { statusCode, json } = await send('gzip', gzipSync('{"title":"Packed"}'));
    expect([statusCode, json().response.body]).toEqual([200, { title: 'Packed' }]);
  });

  it.each([
    ['gzip', Buffer.from('{}'), 400, 'Content-Encoding: the body is not packed'],
    ['zip', Buffer.from('{}'), 415, 'Content-Encoding: must be one of'],
    ['gzip', gzipSync(Buffer.alloc(20_000_000, 32)), 413, 'too large'],
  ])('of %s is refused in words', async (encoding, payload, status, words) => {
    const { statusCode, json } = await send(encoding, payload);
    expect([statusCode, json().error.messages.join()]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
  });
});

describe('a query', () => {
  it('is refused if its percent-encoding is not UTF-8', async () => {
    const ask = (query: string) => send({ method: 'GET', url: `/api/list?${query}` });
    const words = 'is not valid UTF-8 in percent-encoding';
    expect(await ask('types=%FF')).toEqual(refused(`types: ${words}`));
    expect(await ask('v=1&utm_source=caf%E9')).toEqual(refused(`utm_source: ${words}`));
    expect(await ask('%E9=1')).toEqual(refused(`query: ${words}`));
    expect((await ask('types=%EF%BF%BD%20caf%C3%A9%&%')).status).toBe(200);
  });
});

it('of many megabytes is refused in words that its client can read', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const body = `{"title":"${'x'.repeat(8_000_000)}"}`;
  const head = ['PUT /api/echo HTTP/1.1', 'Host: site.test', 'Content-Type: application/json'];
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write([...head, `Content-Length: ${body.length}`, '', ''].join('\r\n'));
  socket.write(body, () => socket.end());
  await once(socket, 'close');
  expect(errors).toEqual([]);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
});
