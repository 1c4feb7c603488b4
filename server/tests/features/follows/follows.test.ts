import type { ItemList, Pager, Show, User } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFollows } from '../../../src/features/follows/follows.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

type UserList = ItemList<User> & { pager: Pager<User> };
type ShowList = ItemList<Show> & { pager: Pager<Show> };

let test: SharedApp;
let ask: AskApi;
let author: SignedIn;
let showId: number;
let fan: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
});
beforeEach(async () => {
  [author, fan] = await Promise.all([test.signIn(), test.signIn()]);
  showId = await addShow(test.database, author.userId);
  await addEpisode(test.database, showId);
});

async function usersAt(path: string, viewer: SignedIn | null = null): Promise<number[]> {
  const { response } = await ask<UserList>(`GET ${path}`, viewer);
  return response.items.map(({ user_id }) => user_id);
}
async function favoritesOf(who: SignedIn, viewer: SignedIn | null = null): Promise<number[]> {
  const { response } = await ask<ShowList>(`GET /v2/users/${who.permalink}/favorites`, viewer);
  return response.items.map(({ show_id }) => show_id);
}
const fansOf = (who: SignedIn, viewer?: SignedIn) => usersAt(`/user/${who.userId}/fans`, viewer);
const followingsOf = (who: SignedIn, viewer?: SignedIn) =>
  usersAt(`/v2/users/${who.userId}/followings`, viewer);
const times = <Value>(count: number, make: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, make));

const KINDS = ['a user', 'a show'] as const;
const pathTo = (kind: (typeof KINDS)[number]) =>
  kind === 'a user'
    ? `/v2/users/${fan.userId}/followings/${author.userId}`
    : `/v2/users/${fan.userId}/favorites/${showId}`;
const isFollowed = async (kind: (typeof KINDS)[number]) =>
  (kind === 'a user' ? await followingsOf(fan) : await favoritesOf(fan)).length === 1;

describe.each(KINDS)('a follow of %s', (kind) => {
  it('lasts until it is taken back', async () => {
    const done = { status: 200, response: {}, messages: [] };
    expect(await ask(`PUT ${pathTo(kind)}`, fan)).toEqual(done);
    expect(await isFollowed(kind)).toBe(true);
    expect(await ask(`DELETE ${pathTo(kind)}`, fan)).toEqual(done);
    expect(await isFollowed(kind)).toBe(false);
  });

  it.each(['PUT', 'DELETE'] as const)('may be sent 50 times at once (%s)', async (method) => {
    await ask(`PUT ${pathTo(kind)}`, fan);
    const answers = await times(50, () => ask(`${method} ${pathTo(kind)}`, fan));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await isFollowed(kind)).toBe(method === 'PUT');
  });

  it('comes from the follower himself or from an administrator', async () => {
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await ask(`${method} ${pathTo(kind)}`)).status).toBe(401);
      expect((await ask(`${method} ${pathTo(kind)}`, author)).status).toBe(403);
      const admin = await test.signIn({ admin: true });
      expect((await ask(`${method} ${pathTo(kind)}`, admin)).status).toBe(200);
    }
  });

  it.each(['author', 'fan'] as const)('is ended and refused by a block of the %s', async (who) => {
    const [blocker, blocked] = who === 'author' ? [author, fan] : [fan, author];
    await ask(`PUT ${pathTo(kind)}`, fan);
    const path = `/v2/users/${blocker.permalink}/blocks/${blocked.permalink}` as const;
    await ask(`PUT ${path}`, blocker);
    expect((await ask(`PUT ${pathTo(kind)}`, fan)).status).toBe(404);
    await ask(`DELETE ${path}`, blocker);
    expect(await isFollowed(kind)).toBe(false);
    expect((await ask(`PUT ${pathTo(kind)}`, fan)).status).toBe(200);
  });

  it('never outlives a block that comes at the same moment', async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        ask(`PUT ${pathTo(kind)}`, fan),
        ask(`PUT /v2/users/${author.userId}/blocks/${fan.userId}`, author),
        ask(`PUT ${pathTo(kind)}`, fan),
      ]);
      await ask(`DELETE /v2/users/${author.userId}/blocks/${fan.userId}`, author);
      expect(await isFollowed(kind)).toBe(false);
    }
  });

  it.each(['0', '-1', '2147483648', '2147483647', '%00', '%27--'])(
    'refuses to follow %s',
    async (id) => {
      const path = pathTo(kind).replace(/[^/]+$/, id);
      expect([400, 404]).toContain((await ask(`PUT ${path}`, fan)).status);
    },
  );

  it('of something deleted is refused, and can be taken back', async () => {
    await ask(`PUT ${pathTo(kind)}`, fan);
    const values = { deleted_at: new Date() };
    const { database } = test;
    await (kind === 'a user'
      ? database.updateTable('users').set(values).where('user_id', '=', author.userId).execute()
      : database.updateTable('shows').set(values).where('show_id', '=', showId).execute());
    expect(await isFollowed(kind)).toBe(false);
    expect((await ask(`PUT ${pathTo(kind)}`, fan)).status).toBe(404);
    expect((await ask(`DELETE ${pathTo(kind)}`, fan)).status).toBe(200);
  });
});

describe('a follow', () => {
  it('of oneself is refused in words', async () => {
    for (const name of [fan.userId, fan.permalink]) {
      const answer = await ask(`PUT /v2/users/${fan.userId}/followings/${name}`, fan);
      expect(answer.status).toBe(400);
      expect(answer.messages).toEqual(['followed_id: you cannot follow yourself']);
    }
  });

  it('names users by id or by permalink', async () => {
    await ask(`PUT /v2/users/${fan.permalink}/followings/${author.permalink}`, fan);
    expect(await usersAt(`/user/${author.permalink}/fans`)).toEqual([fan.userId]);
    expect(await usersAt(`/v2/users/${fan.permalink}/followings`)).toEqual([author.userId]);
  });

  it("may be of one's own show", async () => {
    const path = `/v2/users/${author.userId}/favorites/${showId}` as const;
    expect((await ask(`PUT ${path}`, author)).status).toBe(200);
    expect(await favoritesOf(author)).toEqual([showId]);
  });
});

describe('the lists of follows', () => {
  it('have numbered pages and cursors', async () => {
    const fans = await times(12, () => test.signIn());
    for (const who of fans) {
      await ask(`PUT /v2/users/${who.userId}/followings/${author.userId}`, who);
    }
    const newest = fans.map(({ userId }) => userId).reverse();
    const { response } = await ask<UserList>(`GET /user/${author.userId}/fans`);
    expect(response.pager.results.map(({ user_id }) => user_id)).toEqual(newest.slice(0, 10));
    expect(response.pager.last_page).toBe(2);
    const next = new URL(response.next_url ?? '');
    const rest = await usersAt(`${next.pathname.replace('/api', '')}${next.search}`);
    expect(rest).toEqual(newest.slice(10));
    const second = await ask<UserList>(`GET /user/${author.userId}/fans?page=2`);
    expect(second.response.pager.results.map(({ user_id }) => user_id)).toEqual(rest);
  });

  it('hide users whom a block keeps from the viewer', async () => {
    const viewer = await test.signIn();
    await ask(`PUT ${pathTo('a user')}`, fan);
    await ask(`PUT ${pathTo('a show')}`, fan);
    await ask(`PUT /v2/users/${viewer.userId}/followings/${author.userId}`, viewer);
    await ask(`PUT /v2/users/${viewer.userId}/blocks/${fan.permalink}`, viewer);
    expect(await fansOf(author, viewer)).toEqual([viewer.userId]);
    expect(await fansOf(author, fan)).toEqual([fan.userId]);
    expect((await fansOf(author)).sort()).toEqual([fan.userId, viewer.userId].sort());
    expect((await ask(`GET /v2/users/${fan.userId}/followings`, viewer)).status).toBe(404);
    expect((await ask(`GET /v2/users/${fan.userId}/favorites`, viewer)).status).toBe(404);
    const third = await test.signIn();
    await ask(`PUT /v2/users/${third.userId}/favorites/${showId}`, third);
    await ask(`PUT /v2/users/${author.userId}/blocks/${viewer.permalink}`, author);
    expect(await favoritesOf(third, viewer)).toEqual([]);
    expect(await favoritesOf(third)).toEqual([showId]);
  });

  it('show public fields alone', async () => {
    await ask(`PUT ${pathTo('a user')}`, fan);
    const { response } = await ask<UserList>(`GET /user/${author.userId}/fans`, author);
    expect(Object.keys(response.items[0] ?? {})).not.toContain('email');
  });
});

describe('removeFollows', () => {
  it('ends the follows of a user and of his fans', async () => {
    await ask(`PUT ${pathTo('a user')}`, fan);
    await ask(`PUT ${pathTo('a show')}`, fan);
    await ask(`PUT /v2/users/${author.userId}/followings/${fan.userId}`, author);
    await removeFollows({ transaction: test.database, userId: fan.userId });
    expect(await followingsOf(fan)).toEqual([]);
    expect(await followingsOf(author)).toEqual([]);
    expect(await favoritesOf(fan)).toEqual([]);
  });
});
