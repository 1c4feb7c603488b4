import type { Episode, ItemList, Pager } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeLikes } from '../../../src/features/likes/likes.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

type List = ItemList<Episode> & { pager: Pager<Episode> };

let test: SharedApp;
let ask: AskApi;
let owner: SignedIn;
let showId: number;
let fan: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
  owner = await test.signIn();
  showId = await addShow(test.database, owner.userId);
});
beforeEach(async () => {
  fan = await test.signIn();
});

const idsOf = (items: readonly Episode[]) => items.map(({ episode_id }) => episode_id);
const likesOf = async (who: SignedIn, viewer: SignedIn | null = who) => {
  const { response } = await ask<List>(`GET /v2/users/${who.userId}/likes`, viewer);
  return idsOf(response.items);
};
const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('a like', () => {
  it('is in the list of its user until it is taken back', async () => {
    const id = await addEpisode(test.database, showId);
    const path = `/v2/users/${fan.userId}/likes/${id}`;
    expect(await ask(`PUT ${path}`, fan)).toEqual({ status: 200, response: {}, messages: [] });
    expect(await likesOf(fan)).toEqual([id]);
    expect(await ask(`DELETE ${path}`, fan)).toEqual({ status: 200, response: {}, messages: [] });
    expect(await likesOf(fan)).toEqual([]);
  });

  it.each(['PUT', 'DELETE'] as const)('may be sent 50 times at once (%s)', async (method) => {
    const id = await addEpisode(test.database, showId);
    const path = `/v2/users/${fan.userId}/likes/${id}` as const;
    await ask(`PUT ${path}`, fan);
    const answers = await times(50, () => ask(`${method} ${path}`, fan));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await likesOf(fan)).toEqual(method === 'PUT' ? [id] : []);
  });

  it('names its user by id or by permalink', async () => {
    const id = await addEpisode(test.database, showId);
    expect((await ask(`PUT /v2/users/${fan.permalink}/likes/${id}`, fan)).status).toBe(200);
    const { response } = await ask<List>(`GET /v2/users/${fan.permalink}/likes`);
    expect(idsOf(response.items)).toEqual([id]);
  });

  it('comes from the user himself or from an administrator', async () => {
    const id = await addEpisode(test.database, showId);
    const path = `/v2/users/${fan.userId}/likes/${id}` as const;
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await ask(`${method} ${path}`)).status).toBe(401);
      expect((await ask(`${method} ${path}`, owner)).status).toBe(403);
      expect((await ask(`${method} ${path}`, await test.signIn({ admin: true }))).status).toBe(200);
    }
  });

  it.each([
    ['draft', { state: 'draft', published_at: null }, 404],
    ['scheduled', { state: 'scheduled' }, 404],
    ['deleted', { deleted_at: new Date() }, 404],
    ['private', { state: 'private', access_key: 'k' }, 404],
    ['unlisted', { state: 'unlisted' }, 200],
    ['published', {}, 200],
  ] as const)('of a %s episode answers as the episode does', async (_, values, status) => {
    const id = await addEpisode(test.database, showId, values);
    const answer = await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan);
    expect(answer.status).toBe(status);
    expect((await ask(`GET /v2/episodes/${id}`, fan)).status).toBe(status);
    if (status === 404) expect(answer.messages).toEqual([expect.stringMatching(/not available/)]);
  });

  it('of a private episode needs its key', async () => {
    const id = await addEpisode(test.database, showId, { state: 'private', access_key: 'k 1' });
    const path = `/v2/users/${fan.userId}/likes/${id}` as const;
    expect((await ask(`PUT ${path}`, fan, { key: 'other' })).status).toBe(404);
    expect((await ask(`PUT ${path}`, fan, { key: 'k 1' })).status).toBe(200);
    expect((await ask(`PUT ${path}?key=k%201`, fan)).status).toBe(200);
    expect((await ask(`PUT ${path}?key=k%201`, fan, { culture: 'it' })).status).toBe(200);
    expect((await ask(`PUT ${path}?key=other`, fan, { culture: 'it' })).status).toBe(404);
  });

  it.each(['owner', 'fan'] as const)(
    'is refused after the %s has blocked the other',
    async (who) => {
      const id = await addEpisode(test.database, showId);
      const [blocker, blocked] = who === 'owner' ? [owner, fan] : [fan, owner];
      await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan);
      await ask(`PUT /v2/users/${blocker.userId}/blocks/${blocked.permalink}`, blocker);
      expect((await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan)).status).toBe(404);
      expect(await likesOf(fan)).toEqual([]);
      expect((await ask(`DELETE /v2/users/${fan.userId}/likes/${id}`, fan)).status).toBe(200);
    },
  );

  it.each([
    ['0', 400],
    ['-1', 400],
    ['1.5', 400],
    ['2147483648', 400],
    ['2147483647', 404],
    ['%27%20or%201=1', 400],
    ['%00', 400],
  ])('of episode %s is refused with %i', async (id, status) => {
    expect((await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan)).status).toBe(status);
  });

  it('of a user who does not exist is refused', async () => {
    const id = await addEpisode(test.database, showId);
    for (const user of ['nobody-here', '2147483647', '%27;drop%20table%20likes']) {
      expect((await ask(`PUT /v2/users/${user}/likes/${id}`, fan)).status).toBe(404);
    }
  });

  it('drops no stored answer', async () => {
    const id = await addEpisode(test.database, showId);
    await ask(`GET /v2/episodes/${id}`);
    const { size } = test.deps.answers;
    expect(size).toBeGreaterThan(0);
    await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan);
    await ask(`DELETE /v2/users/${fan.userId}/likes/${id}`, fan);
    expect(test.deps.answers.size).toBe(size);
  });

  it('refuses fields that it does not know', async () => {
    const id = await addEpisode(test.database, showId);
    const answer = await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan, { stars: 5 });
    expect(answer.messages[0]).toMatch(/^stars: is not known/);
  });
});

describe('the list of likes', () => {
  /** Likes that are a second apart, the oldest first. */
  async function likeMany(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let second = 0; second < count; second++) {
      const episode_id = await addEpisode(test.database, showId);
      const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      await test.database
        .insertInto('likes')
        .values({ user_id: fan.userId, episode_id, created_at })
        .execute();
      ids.push(episode_id);
    }
    return ids;
  }

  it('has the latest like first, in tens', async () => {
    const ids = await likeMany(12);
    const { response } = await ask<List>(`GET /v2/users/${fan.userId}/likes`);
    expect(idsOf(response.items)).toEqual(ids.slice(2).reverse());
    expect(idsOf(response.pager.results)).toEqual(idsOf(response.items));
    expect(response.pager).toMatchObject({ current_page: 1, first_page: 1, last_page: 2 });
    const second = await ask<List>(`GET /v2/users/${fan.userId}/likes?page=2`);
    expect(idsOf(second.response.pager.results)).toEqual(ids.slice(0, 2).reverse());
    expect(second.response.items).toBeUndefined();
  });

  it('goes on at the same place while likes come and go', async () => {
    const ids = await likeMany(6);
    const first = await ask<List>(`GET /v2/users/${fan.userId}/likes?limit=3`);
    await ask(`DELETE /v2/users/${fan.userId}/likes/${ids[3]}`, fan);
    const late = await addEpisode(test.database, showId);
    await ask(`PUT /v2/users/${fan.userId}/likes/${late}`, fan);
    const next = new URL(first.response.next_url ?? '');
    const second = await ask<List>(`GET ${next.pathname.replace('/api', '')}${next.search}`);
    expect(idsOf(second.response.items)).toEqual(ids.slice(0, 3).reverse());
    expect(second.response.next_url).toBeNull();
  });

  it('names unlisted episodes to the user himself alone', async () => {
    const id = await addEpisode(test.database, showId, { state: 'unlisted' });
    await ask(`PUT /v2/users/${fan.userId}/likes/${id}`, fan);
    expect(await likesOf(fan)).toEqual([id]);
    expect(await likesOf(fan, null)).toEqual([]);
    expect(await likesOf(fan, owner)).toEqual([]);
  });

  it('leaves out deleted episodes, and their number', async () => {
    const [first, second] = await likeMany(2);
    await test.database
      .updateTable('episodes')
      .set({ deleted_at: new Date() })
      .where('episode_id', '=', first ?? 0)
      .execute();
    const { response } = await ask<List>(`GET /v2/users/${fan.userId}/likes?page=1&limit=1`);
    expect(idsOf(response.pager.results)).toEqual([second]);
    expect(response.pager.last_page).toBe(1);
  });

  it('is hidden from users whom a block keeps apart', async () => {
    const other = await test.signIn();
    await ask(`PUT /v2/users/${fan.userId}/blocks/${other.permalink}`, fan);
    expect((await ask(`GET /v2/users/${fan.userId}/likes`, other)).status).toBe(404);
    expect((await ask(`GET /v2/users/${other.userId}/likes`, fan)).status).toBe(404);
    expect((await ask(`GET /v2/users/${fan.userId}/likes`)).status).toBe(200);
  });

  it('has an ETag and answers 304', async () => {
    const url = `/api/v2/users/${fan.userId}/likes`;
    const { headers } = await test.app.inject(url);
    const again = await test.app.inject({ url, headers: { 'if-none-match': `${headers.etag}` } });
    expect(again.statusCode).toBe(304);
  });

  it.each(['cursor=x', 'cursor=WzFd', 'limit=0', 'limit=101', 'page=0', 'page=1&cursor=x'])(
    'refuses ?%s',
    async (query) => {
      expect((await ask(`GET /v2/users/${fan.userId}/likes?${query}`)).status).toBe(400);
    },
  );
});

describe('removeLikes', () => {
  it('removes what one user likes', async () => {
    const other = await test.signIn();
    const id = await addEpisode(test.database, showId);
    for (const who of [fan, other]) await ask(`PUT /v2/users/${who.userId}/likes/${id}`, who);
    await removeLikes({ transaction: test.database, userId: fan.userId });
    expect(await likesOf(fan)).toEqual([]);
    expect(await likesOf(other)).toEqual([id]);
  });
});
