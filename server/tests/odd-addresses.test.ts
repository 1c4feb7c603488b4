import { beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from './helpers/list-routes.ts';
import { makeThings, type Things } from './helpers/make-things.ts';
import { sharedApp } from './helpers/shared-app.ts';
import type { SharedApp } from './helpers/test-app.ts';

let test: SharedApp;
let things: Things;
beforeAll(async () => {
  test = await sharedApp();
  things = await makeThings(test);
});

/** The id in spellings that some number parsers accept, and ids that no column can hold. */
const misspelt = (id: number) => [
  `${id}.0`,
  `0${id}`,
  `${id}e0`,
  `%2B${id}`,
  `+${id}`,
  `%20${id}`,
  `${id}%20`,
  `${id}%00`,
  `-${id}`,
  `0x${id.toString(16)}`,
  '%D9%A1', // an Arabic digit
  '2147483648',
  '99999999999999999999',
];

const OWN: Readonly<Record<string, keyof Things>> = {
  show_id: 'show_id',
  episode_id: 'episode_id',
  media_id: 'media_id',
  import_id: 'import_id',
  message_id: 'message_id',
};

const idOf = (name: string): number => {
  const key = OWN[name];
  return key ? (things[key] as number) : things.owner.userId;
};

/** Every route with an id in its path, once for each of its ids. */
function idRoutes() {
  return listRoutes(test.app).flatMap(({ methods, path }) =>
    [...path.matchAll(/:(\w+_id)\b/g)].flatMap(([, name = '']) =>
      methods.map((method) => ({ method: method as 'GET', path, name })),
    ),
  );
}

/** The path with an id of the owner in each place, but for `name`. */
const pathWith = (path: string, name: string, id: string) =>
  path.replace(/:(\w+)/g, (_, key: string) => (key === name ? id : String(idOf(key))));

/** Routes for administrators, and those without configuration, are refused before the id is read. */
const REFUSED = [400, 403, 404, 501];

describe('an id in a path', () => {
  it('has one spelling, whatever the route and the method', async () => {
    const routes = idRoutes();
    expect(routes.length).toBeGreaterThan(100);
    const taken: string[] = [];
    for (const [index, { method, path, name }] of routes.entries()) {
      const spellings = misspelt(idOf(name));
      // All of them on the first routes, and then another two on each: one rule reads the ids of all routes.
      const tried = index < 5 ? spellings : [index, index + 6].map((at) => spellings.at(at % 13));
      for (const id of tried) {
        const url = pathWith(path, name, String(id));
        const { headers } = things.owner;
        const { statusCode, body } = await test.app.inject({ method, url, headers });
        // The pages of the site, which read the API, are not rendered here.
        if (!REFUSED.includes(statusCode) && !/^site:|^$/.test(body))
          taken.push(`${statusCode} ${method} ${url}`);
      }
    }
    expect(taken).toEqual([]);
  });
});

describe('an id in a query or a form', () => {
  it('has one spelling, and the words say which', async () => {
    const { headers } = things.owner;
    for (const id of ['1.0', '01', '1e0', '%2B1', '%201']) {
      const read = await test.app.inject({
        url: `/api/v2/explore/lists/similar/items?show_id=${id}`,
      });
      const made = await test.app.inject({
        method: 'POST',
        url: '/api/episode',
        payload: `title=A&show_id=${id}`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      });
      for (const { statusCode, body } of [read, made]) {
        expect(statusCode).toBe(400);
        expect(body).toContain('show_id: must be a whole number in plain digits, such as 17');
      }
    }
  });
});

describe('a query in another encoding', () => {
  it('is refused by the search, its page and oEmbed', async () => {
    for (const url of ['/api/v2/search?q=%FF', '/search?q=caf%E9', '/oembed?url=%FF']) {
      expect((await test.app.inject({ url })).statusCode, url).toBe(400);
    }
  });

  it('does not keep anybody from a page that others have linked to', async () => {
    const { statusCode } = await test.app.inject({ url: '/?utm_campaign=caf%E9' });
    expect(statusCode).toBe(200);
  });
});
