import type { Ban, ItemList, Pager, User } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeBlocks } from '../../../src/features/blocks/blocks.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import { openTestApp, type SharedApp, type SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let ask: AskApi;
let a: SignedIn;
let b: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
});
beforeEach(async () => {
  [a, b] = await Promise.all([test.signIn(), test.signIn()]);
});

const path = (blocker: SignedIn, blocked: SignedIn) =>
  `/v2/users/${blocker.permalink}/blocks/${blocked.permalink}` as const;
async function blocksOf(who: SignedIn): Promise<number[]> {
  const { response } = await ask<ItemList<User> & { pager: Pager<User> }>(
    `GET /v2/users/${who.permalink}/blocks`,
    who,
  );
  expect(response.pager.results).toEqual(response.items);
  return response.items.map(({ user_id }) => user_id);
}

describe('a block', () => {
  it('answers with the id of the blocked user', async () => {
    const answer = await ask<{ ban: Ban }>(`PUT ${path(a, b)}`, a);
    expect(answer).toEqual({
      status: 200,
      response: { ban: { banned_id: b.userId } },
      messages: [],
    });
    expect(await blocksOf(a)).toEqual([b.userId]);
  });

  it('ends with DELETE', async () => {
    await ask(`PUT ${path(a, b)}`, a);
    expect(await ask(`DELETE ${path(a, b)}`, a)).toEqual({
      status: 200,
      response: {},
      messages: [],
    });
    expect(await blocksOf(a)).toEqual([]);
    expect((await ask(`GET /v2/users/${b.userId}`, a)).status).toBe(200);
  });

  it.each(['PUT', 'DELETE'] as const)('may be sent 50 times at once (%s)', async (method) => {
    await ask(`PUT ${path(a, b)}`, a);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(`${method} ${path(a, b)}`, a)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await blocksOf(a)).toEqual(method === 'PUT' ? [b.userId] : []);
  });

  it('may be mutual, also at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const both = [ask(`PUT ${path(a, b)}`, a), ask(`PUT ${path(b, a)}`, b)];
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
      await Promise.all([ask(`DELETE ${path(a, b)}`, a), ask(`DELETE ${path(b, a)}`, b)]);
    }
    expect(await blocksOf(a)).toEqual([]);
  });

  it('is open to a user who is blocked himself', async () => {
    await ask(`PUT ${path(a, b)}`, a);
    expect((await ask(`PUT ${path(b, a)}`, b)).status).toBe(200);
    await ask(`DELETE ${path(a, b)}`, a);
    expect((await ask(`GET /v2/users/${b.userId}`, a)).status).toBe(404);
  });

  it('of oneself is refused in words', async () => {
    const answer = await ask(`PUT /v2/users/${a.permalink}/blocks/${a.userId}`, a);
    expect(answer.status).toBe(400);
    expect(answer.messages).toEqual(['blocked_permalink: you cannot block yourself']);
  });

  it('comes from the user himself or from an administrator', async () => {
    const [stranger, admin] = await Promise.all([test.signIn(), test.signIn({ admin: true })]);
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await ask(`${method} ${path(a, b)}`)).status).toBe(401);
      expect((await ask(`${method} ${path(a, b)}`, stranger)).status).toBe(403);
      expect((await ask(`${method} ${path(a, b)}`, admin)).status).toBe(200);
    }
    expect((await ask(`GET /v2/users/${a.permalink}/blocks`)).status).toBe(401);
    expect((await ask(`GET /v2/users/${a.permalink}/blocks`, b)).status).toBe(403);
  });

  it.each(['nobody-here', '2147483647', '0', '%00', "'%20or%201=1"])(
    'of %s is refused',
    async (name) => {
      const { status } = await ask(`PUT /v2/users/${a.permalink}/blocks/${name}`, a);
      expect([400, 404]).toContain(status);
    },
  );
});

describe('a block hides both sides from each other', () => {
  it('in their profiles, shows, episodes and playlists, and from nobody else', async () => {
    const shows = await Promise.all([a, b].map((who) => addShow(test.database, who.userId)));
    const episodes = await Promise.all(shows.map((id) => addEpisode(test.database, id)));
    await ask(`PUT ${path(a, b)}`, a);
    for (const [viewer, other, at] of [
      [a, b, 1],
      [b, a, 0],
    ] as const) {
      const addresses = [
        `/v2/users/${other.userId}`,
        `/user/${other.permalink}`,
        `/user/${other.userId}/fans`,
        `/v2/users/${other.userId}/followings`,
        `/v2/users/${other.userId}/favorites`,
        `/v2/users/${other.userId}/likes`,
        `/v2/shows/${shows[at]}`,
        `/show/${shows[at]}`,
        `/v2/shows/${shows[at]}/episodes`,
        `/show/${shows[at]}/episodes/playlist`,
        `/v2/episodes/${episodes[at]}`,
        `/v2/episodes/${episodes[at]}/messages`,
      ];
      for (const address of addresses) {
        // The public copy must not be the answer.
        expect([address, (await ask(`GET ${address}`)).status]).toEqual([address, 200]);
        expect([address, (await ask(`GET ${address}`, viewer)).status]).toEqual([address, 404]);
      }
      const { response } = await ask<ItemList<{ show_id: number }>>(
        'GET /v2/shows?limit=100',
        viewer,
      );
      expect(response.items.map(({ show_id }) => show_id)).not.toContain(shows[at]);
    }
  });

  it('on the pages of the site', async () => {
    let permalink = '';
    const site = await openTestApp(
      {},
      {
        loadSitePage: async (_page, data) => ({
          redirect: null,
          redirect_ajax: null,
          javascript: [],
          css: [],
          content: '',
          config: { page: 'user', props: {}, status: 200 },
          title: (await data.getUser(permalink))?.name ?? 'nobody',
          head: [],
          modules: [],
          player: null,
        }),
      },
    );
    const [owner, viewer] = await Promise.all([site.signIn(), site.signIn()]);
    permalink = owner.permalink;
    await askApi(site)(`PUT ${path(owner, viewer)}`, owner);
    const titleAt = async (url: string, headers = {}) =>
      /(Tester \d+|nobody)/.exec((await site.app.inject({ url, headers })).body)?.[0];
    for (const url of [`/user/${permalink}`, `/ajax?url=/user/${permalink}`]) {
      expect(await titleAt(url)).toMatch(/^Tester/);
      expect(await titleAt(url, viewer.cookies)).toBe('nobody');
      expect(await titleAt(url, owner.cookies)).toMatch(/^Tester/);
      expect(await titleAt(url)).toMatch(/^Tester/);
    }
    await site.close();
  });

  it('but not from administrators', async () => {
    const admin = await test.signIn({ admin: true });
    await ask(`PUT ${path(a, admin)}`, a);
    expect((await ask(`GET /v2/users/${a.userId}`, admin)).status).toBe(200);
    expect((await ask(`GET /v2/users/${admin.userId}`, a)).status).toBe(404);
  });
});

describe('removeBlocks', () => {
  it('removes the blocks of a user and those against him', async () => {
    await ask(`PUT ${path(a, b)}`, a);
    await ask(`PUT ${path(b, a)}`, b);
    await removeBlocks({ transaction: test.database, userId: a.userId });
    expect((await ask(`GET /v2/users/${b.userId}`, a)).status).toBe(200);
  });
});
