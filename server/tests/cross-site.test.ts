import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from './helpers/add-episode.ts';
import { addUpload } from './helpers/add-upload.ts';
import { fingerprint } from './helpers/fingerprint.ts';
import { listRoutes } from './helpers/list-routes.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

// Walks every route that writes, as the browser of a signed-in user on a page of another site. A new route is
// included automatically.

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

/** The methods that browsers send for other sites, and that our routes have. */
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

interface Write {
  method: string;
  path: string;
}

const writes = (): Write[] =>
  listRoutes(test.app).flatMap(({ methods, path }) =>
    methods.filter((method) => WRITES.includes(method)).map((method) => ({ method, path })),
  );

/** A user, and the names of their things in addresses. */
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

const FORM_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

describe('a write that a page of another site sends', () => {
  it('has many routes to try, tus among them', () => {
    const names = writes().map(({ method, path }) => `${method} ${path}`);
    expect(names.length).toBeGreaterThan(60);
    expect(names).toContain('PATCH /api/media/uploads/:media_id');
    expect(names).toContain('POST /api/media/uploads');
  });

  /** Sends writes, and expects that each is refused and that none changes a row. */
  async function expectRefused(
    tried: readonly Write[],
    optionsOf: (index: number) => Pick<InjectOptions, 'headers' | 'payload'>,
  ): Promise<void> {
    const owner = await makeOwner();
    const { cookie } = owner.user.cookies;
    const before = await fingerprint(test.database);
    const wrong: string[] = [];
    for (const [index, write] of tried.entries()) {
      const { headers, ...rest } = optionsOf(index);
      const request = { ...fill(write, owner), ...rest, headers: { ...headers, cookie } };
      const { statusCode } = await test.app.inject(request);
      if (statusCode !== 403) wrong.push(`${write.method} ${write.path} gave ${statusCode}`);
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(test.database)).toEqual(before);
  }

  it.each(FOREIGN)('is refused and changes nothing: %j', async (headers) => {
    await expectRefused(writes().slice(0, 10), () => ({ headers }));
  });

  it('is refused by every route', async () => {
    await expectRefused(writes(), (index) => ({ headers: FOREIGN[index % FOREIGN.length] ?? {} }));
  });

  it('is refused in every type that a form can have', async () => {
    await expectRefused(writes(), (index) => ({
      headers: {
        origin: 'https://evil.example',
        'content-type': FORM_TYPES[index % FORM_TYPES.length],
      },
      payload: 'text=x',
    }));
  });
});

const ELSEWHERE = 'https://elsewhere.example';
const OWN: readonly ((user: SignedIn) => Record<string, string>)[] = [
  ({ cookies }) => ({ ...cookies }),
  ({ headers }) => ({ ...headers }),
  ({ headers }) => ({ ...headers, origin: ELSEWHERE }),
  ({ headers, cookies: { cookie } }) => ({ ...headers, cookie, origin: ELSEWHERE }),
];

describe('a write from our own pages, or with a token', () => {
  it('is not refused because of its Origin', async () => {
    const refused: string[] = [];
    for (const [index, write] of writes().entries()) {
      const owner = await makeOwner(); // the previous write may have ended the session
      const headers = OWN[index % OWN.length]?.(owner.user) ?? {};
      const { body } = await test.app.inject({ ...fill(write, owner), headers });
      if (isRefused(body)) refused.push(`${write.method} ${write.path}`);
    }
    expect(refused).toEqual([]);
  });
});
