import type { ExploreList } from 'earshot/contract';
import type { HostList, HostListItem } from 'earshot-site/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moved } from '../../../src/features/explore/edit-lists.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { holdLock } from '../../helpers/hold-lock.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});
afterAll(() => test?.close());

async function make(title: string, fields: object = {}): Promise<number> {
  const { response } = await ask<{ list: ExploreList }>('POST /v2/explore/lists', admin, {
    title,
    ...fields,
  });
  return Number(response.list.list_id);
}
const read = async (id: number) =>
  (await ask<{ list: HostList; items: HostListItem[] }>(`GET /v2/host/lists/${id}`, admin))
    .response;
const ids = async (id: number) => (await read(id)).items.map(({ item_id }) => item_id);
const add = (id: number, address: string | number) =>
  ask(`POST /v2/host/lists/${id}/items`, admin, { address: String(address) });

describe('a list that is not published', () => {
  it('is seen by administrators alone', async () => {
    const list = await make('Quiet hours', { is_published: false });
    const names = async () =>
      (await ask<{ items: ExploreList[] }>('GET /v2/explore/lists')).response.items.map(
        ({ permalink }) => permalink,
      );
    expect(await names()).not.toContain('quiet-hours');
    expect((await ask('GET /v2/explore/lists/quiet-hours/items')).status).toBe(404);
    expect((await read(list)).list).toMatchObject({ is_published: false, items: 0 });
    await ask(`PUT /v2/explore/lists/${list}`, admin, { is_published: true });
    expect(await names()).toContain('quiet-hours');
  });
});

describe('the title of a list', () => {
  it('has a visible character', async () => {
    for (const title of [' ', '\u200b']) {
      const { messages } = await ask('POST /v2/explore/lists', admin, { title });
      expect(messages).toEqual(['title: must not be empty']);
    }
  });
});

describe('the items of a list', () => {
  it('are added by address or id, moved and taken out', async () => {
    const author = await test.signIn();
    const shows = [
      await addShow(test.database, author.userId),
      await addShow(test.database, author.userId),
    ];
    for (const show of shows) await addEpisode(test.database, show);
    const { permalink } = await test.database
      .selectFrom('shows')
      .select('permalink')
      .where('show_id', '=', shows[0] ?? 0)
      .executeTakeFirstOrThrow();
    const list = await make('Chosen');
    expect((await add(list, `http://site.test/show/${permalink}?q=1`)).status).toBe(201);
    expect((await add(list, shows[1] ?? 0)).status).toBe(201);
    expect(await ids(list)).toEqual(shows);
    await ask(`PUT /v2/host/lists/${list}/items/${shows[1]}`, admin, { to: 'up' });
    expect(await ids(list)).toEqual([shows[1], shows[0]]);
    await ask(`PUT /v2/host/lists/${list}/items/${shows[1]}`, admin, { to: 'up' });
    expect(await ids(list)).toEqual([shows[1], shows[0]]);
    await ask(`DELETE /v2/host/lists/${list}/items/${shows[1]}`, admin);
    expect(await ids(list)).toEqual([shows[0]]);
    for (const wrong of ['/show/nowhere', 'https://x.test/', 999_999, shows[0] ?? 0]) {
      expect((await add(list, wrong)).messages.join()).toMatch(/^address: /);
    }
  });
});

describe('changes of a list at the same moment', () => {
  async function listOf(title: string, count: number) {
    const author = await test.signIn();
    const shows: number[] = [];
    for (let made = 0; made < count; made++) {
      const show = await addShow(test.database, author.userId);
      await addEpisode(test.database, show);
      shows.push(show);
    }
    const list = await make(title);
    await ask(`PUT /v2/explore/lists/${list}/items`, admin, { items: shows.slice(0, -2) });
    return { list, shows };
  }
  const atOnce = (list: number, start: () => Promise<unknown>[]) =>
    holdLock(test.database, sql`select from explore_lists where list_id = ${list} for update`, {
      waiting: 2,
      start: () => Promise.all(start()),
    });

  it('add both items', async () => {
    const { list, shows } = await listOf('Two clicks', 2);
    await atOnce(list, () => shows.map((show) => add(list, show)));
    expect((await ids(list)).toSorted()).toEqual(shows.toSorted());
  });

  it('keep what another one has added, and do not bring back what it has removed', async () => {
    const { list, shows } = await listOf('Add and remove', 4);
    const [first = 0, second = 0, third = 0] = shows;
    await atOnce(list, () => [
      ask(`DELETE /v2/host/lists/${list}/items/${first}`, admin),
      add(list, third),
    ]);
    expect(await ids(list)).toEqual([second, third]);
    await atOnce(list, () => [
      ask(`DELETE /v2/host/lists/${list}/items/${second}`, admin),
      ask(`PUT /v2/host/lists/${list}/items/${third}`, admin, { to: 'up' }),
    ]);
    expect(await ids(list)).toEqual([third]);
  });

  it('move lists one after the other', async () => {
    const made = [await make('Three'), await make('Four'), await make('Five')];
    const [three = 0, four = 0, five = 0] = made;
    const all = sql`select from explore_lists for update`;
    await holdLock(test.database, all, {
      waiting: 2,
      start: () =>
        Promise.all([
          ask(`PUT /v2/host/lists/${three}`, admin, { to: 'down' }),
          ask(`PUT /v2/host/lists/${three}`, admin, { to: 'down' }),
        ]),
    });
    const { response } = await ask<{ items: HostList[] }>('GET /v2/host/lists', admin);
    const order = response.items.map(({ list_id }) => list_id);
    expect(order.filter((id) => made.includes(id))).toEqual([four, five, three]);
  });
});

describe('lists', () => {
  it('change places', async () => {
    const [first, second] = [await make('One'), await make('Two')];
    const order = async () =>
      (await ask<{ items: HostList[] }>('GET /v2/host/lists', admin)).response.items
        .map(({ list_id }) => list_id)
        .filter((id) => id === first || id === second);
    expect(await order()).toEqual([first, second]);
    expect((await ask(`PUT /v2/host/lists/${second}`, admin, { to: 'up' })).status).toBe(200);
    expect(await order()).toEqual([second, first]);
    expect((await ask('PUT /v2/host/lists/999999', admin, { to: 'up' })).status).toBe(404);
  });
});

describe('moved', () => {
  it.each([
    ['up', [2, 1, 3]],
    ['down', [1, 3, 2]],
  ] as const)('moves one id %s', (to, wanted) => expect(moved([1, 2, 3], 2, to)).toEqual(wanted));

  it('leaves an id at its end', () => {
    expect(moved([1, 2], 1, 'up')).toEqual([1, 2]);
    expect(moved([1, 2], 2, 'down')).toEqual([1, 2]);
  });
});
