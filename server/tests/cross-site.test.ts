import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from './helpers/add-episode.ts';
import { addUpload } from './helpers/add-upload.ts';
import { fingerprint } from './helpers/fingerprint.ts';
import { listRoutes } from './helpers/list-routes.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

// Walks every route that writes, as the browser of a signed-in user on a page of another site. A new route is walked as
// well.

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

/** The methods that browsers send for other sites, and that routes of ours have. */
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

interface Write {
  method: string;
  path: string;
}

const writes = (): Write[] =>
  listRoutes(test.app).flatMap(({ methods, path }) =>
    methods.filter((method) => WRITES.includes(method)).map((method) => ({ method, path })),
  );

/** A user, and the names of his things in addresses. */
async function makeOwner() {
  const user = await test.signIn();
  const show_id = await addShow(test.database, user.userId);
  const episode_id = await addEpisode(test.database, show_id);
  const media_id = await addUpload(test.database, user.userId);
  return { user, names: { show_id, episode_id, media_id } };
}

type Owner = Awaited<ReturnType<typeof makeOwner>>;

function fill({ method, path }: Write, { user, names }: Owner): InjectOptions {
  const values: Readonly<Record<string, number | string>> = {
    ...names,
    user_id: user.userId,
    user_permalink: user.permalink,
    follower_id: user.userId,
  };
  const url = path
    .replace(/\*$/, '')
    .replace(/:(\w+)(\|:\w+)*/g, (_, name: string) => String(values[name] ?? 1));
  return { method: method as 'POST', url };
}

const isRefused = (body: string) => body.includes('"Origin: must be this site');

const FOREIGN: readonly Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://blog.site.test' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://site.test' },
  { origin: 'http://site.test:8080' },
  { origin: 'http://site.test.evil.example' },
  { origin: 'http://evil.example/http://site.test' },
  { origin: 'https://evil.example', referer: 'http://site.test/' },
];

describe('a write that a page of another site sends', () => {
  it('has many routes to try, tus among them', () => {
    const names = writes().map(({ method, path }) => `${method} ${path}`);
    expect(names.length).toBeGreaterThan(60);
    expect(names).toContain('PATCH /api/media/uploads/:media_id');
    expect(names).toContain('POST /api/media/uploads');
  });

  it.each(FOREIGN)('is refused by every route and changes nothing: %j', async (headers) => {
    const owner = await makeOwner();
    const { cookie } = owner.user.cookies;
    const before = await fingerprint(test.database);
    const wrong: string[] = [];
    for (const write of writes()) {
      const request = { ...fill(write, owner), headers: { ...headers, cookie } };
      const { statusCode } = await test.app.inject(request);
      if (statusCode !== 403) wrong.push(`${write.method} ${write.path} gave ${statusCode}`);
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(test.database)).toEqual(before);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused in every type that a form can have: %s',
    async (type) => {
      const owner = await makeOwner();
      const { cookie } = owner.user.cookies;
      const wrong: string[] = [];
      for (const write of writes()) {
        const answer = await test.app.inject({
          ...fill(write, owner),
          headers: { cookie, origin: 'https://evil.example', 'content-type': type },
          payload: 'text=x',
        });
        if (answer.statusCode !== 403) wrong.push(`${write.method} ${write.path}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('a write from our own pages, or with a token', () => {
  it.each([
    ['the cookie and our Origin', ({ cookies }: SignedIn) => ({ ...cookies })],
    ['a token and no Origin', ({ headers }: SignedIn) => ({ ...headers })],
    [
      'a token and any Origin',
      ({ headers }: SignedIn) => ({ ...headers, origin: 'https://elsewhere.example' }),
    ],
    [
      'a token, a cookie and any Origin',
      ({ headers, cookies: { cookie } }: SignedIn) => ({
        ...headers,
        cookie,
        origin: 'https://elsewhere.example',
      }),
    ],
  ])('is not refused because of its Origin: %s', async (_, headersOf) => {
    const refused: string[] = [];
    for (const write of writes()) {
      const owner = await makeOwner(); // the write before may have ended his session
      const { body } = await test.app.inject({
        ...fill(write, owner),
        headers: headersOf(owner.user),
      });
      if (isRefused(body)) refused.push(`${write.method} ${write.path}`);
    }
    expect(refused).toEqual([]);
  });
});
