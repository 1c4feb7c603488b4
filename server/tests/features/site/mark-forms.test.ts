import type { ItemList } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let author: SignedIn;
let listener: SignedIn;
let ids: Record<'episode' | 'show' | 'user', number>;
beforeAll(async () => {
  test = await sharedApp();
});
beforeEach(async () => {
  [author, listener] = await Promise.all([test.signIn(), test.signIn()]);
  const show = await addShow(test.database, author.userId);
  ids = { show, episode: await addEpisode(test.database, show), user: author.userId };
});

/** Sends the form of the button as a page of the site does. */
const post = (kind: keyof typeof ids, on: string, who: SignedIn | null, id = ids[kind]) =>
  test.app.inject({
    method: 'POST',
    url: `/account/marks/${kind}/${id}`,
    payload: String(new URLSearchParams({ on })),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://site.test',
      ...(who ? { cookie: who.cookies.cookie } : {}),
    },
  });

async function countMarks(list: string): Promise<number> {
  const url = `/api/v2/users/${listener.userId}/${list}`;
  const answer = await test.app.inject({ url, headers: listener.headers });
  return answer.json<{ response: ItemList<unknown> }>().response.items.length;
}

describe.each([
  ['episode', 'likes', /^\/user\/[^/]+\/[^/]+$/, /^\/episode\/\d+\/like$/],
  ['show', 'favorites', /^\/show\/[^/]+$/, /^\/show\/[^/]+$/],
  ['user', 'followings', /^\/user\/[^/]+$/, /^\/user\/[^/]+$/],
] as const)('the form of a mark, of the kind %s,', (kind, list, page, afterLogin) => {
  it('sets it and takes it back, and leads to the page', async () => {
    for (const [on, count] of [
      ['true', 1],
      ['false', 0],
    ] as const) {
      const answer = await post(kind, on, listener);
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toMatch(page);
      expect(await countMarks(list)).toBe(count);
    }
  });

  it('leads a visitor to the login, and back', async () => {
    const { statusCode, headers } = await post(kind, 'true', null);
    expect(statusCode).toBe(303);
    const login = new URL(String(headers.location), 'http://site.test');
    expect(login.pathname).toBe('/login');
    expect(login.searchParams.get('redirect')).toMatch(afterLogin);
  });

  it('names what does not exist', async () => {
    expect((await post(kind, 'true', listener, 999_999)).statusCode).toBe(404);
  });
});
