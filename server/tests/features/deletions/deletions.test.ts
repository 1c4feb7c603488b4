import type { Deletion, ItemList, Pager } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let ann: Author;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
});
beforeEach(async () => {
  ann = author(test, await test.signIn());
});
afterAll(() => test?.close());

const DAY_MS = 86_400_000;
const pathOf = (user: Author) => `/user/${user.userId}/deletions`;

async function list(user: Author, query = ''): Promise<ItemList<Deletion>> {
  const { status, response } = await ask<ItemList<Deletion>>(`GET ${pathOf(user)}${query}`, user);
  expect(status).toBe(200);
  return response;
}
const titles = async (user: Author) => (await list(user)).items.map(({ title }) => title);

async function deletedEpisode(title: string, show_id: number): Promise<number> {
  const { episode_id } = await ann.makeEpisode({ title, show_id });
  await ann.call('DELETE', `/episode/${episode_id}`);
  return episode_id;
}

async function age(episodeId: number, days: number): Promise<void> {
  await sql`update episodes set deleted_at = deleted_at - ${days} * interval '1 day'
    where episode_id = ${episodeId}`.execute(test.database);
}

describe('GET /user/{user_id}/deletions', () => {
  it('lists deleted shows and episodes, the latest first, until they are back', async () => {
    const kept = await ann.makeShow();
    const gone = await ann.makeShow({ title: 'Gone show' });
    const episode_id = await deletedEpisode('Gone episode', kept.show_id);
    await ann.call('DELETE', `/show/${gone.show_id}`);
    const { items, next_url } = await list(ann);
    expect(next_url).toBeNull();
    expect(items).toMatchObject([
      { kind: 'show', show_id: gone.show_id, episode_id: null, title: 'Gone show' },
      { kind: 'episode', show_id: kept.show_id, episode_id, title: 'Gone episode' },
    ]);
    for (const { deleted_at, restorable_until } of items) {
      expect(Date.parse(restorable_until) - Date.parse(deleted_at)).toBe(30 * DAY_MS);
    }
    await ann.call('POST', `/show/${gone.show_id}/restore`);
    expect(await titles(ann)).toEqual(['Gone episode']);
    await ann.call('POST', `/episode/${episode_id}/restore`);
    expect(await titles(ann)).toEqual([]);
  });

  it('ends with the time in which a deletion can be taken back', async () => {
    const { show_id } = await ann.makeShow();
    const episode_id = await deletedEpisode('Old', show_id);
    await age(episode_id, 29.9);
    expect(await titles(ann)).toEqual(['Old']);
    await age(episode_id, 0.2);
    expect(await titles(ann)).toEqual([]);
  });

  it('leaves the episodes of a deleted show out until the show is back', async () => {
    const { show_id } = await ann.makeShow({ title: 'Show' });
    await ann.makeEpisode({ show_id });
    await deletedEpisode('Deleted before', show_id);
    await ann.call('DELETE', `/show/${show_id}`);
    expect(await titles(ann)).toEqual(['Show']);
    await ann.call('POST', `/show/${show_id}/restore`);
    expect(await titles(ann)).toEqual(['Deleted before']);
  });

  it('has the episodes that an editor may bring back, but not the shows', async () => {
    const bob = author(test, await test.signIn());
    const { show_id } = await ann.makeShow();
    const other = await ann.makeShow();
    for (const id of [show_id, other.show_id]) {
      const row = { show_id: id, user_id: bob.userId, role: 'editor' as const };
      await test.database.insertInto('show_members').values(row).execute();
    }
    await deletedEpisode('Shared', show_id);
    await ann.call('DELETE', `/show/${other.show_id}`);
    expect(await titles(bob)).toEqual(['Shared']);
  });

  it('is read by pages, which stay right while things come back', async () => {
    const { show_id } = await ann.makeShow();
    const ids: number[] = [];
    for (const title of ['1', '2', '3', '4']) ids.unshift(await deletedEpisode(title, show_id));
    await test.database.updateTable('episodes').set({ deleted_at: sql`now()` }).execute();
    const first = await list(ann, '?limit=2');
    expect(first.items.map(({ episode_id }) => episode_id)).toEqual(ids.slice(0, 2));
    await ann.call('POST', `/episode/${ids[0]}/restore`);
    const second = await list(ann, new URL(first.next_url ?? '').search);
    expect(second.items.map(({ episode_id }) => episode_id)).toEqual(ids.slice(2));
    expect(second.next_url).toBeNull();
    const { response } = await ask<{ pager: Pager<Deletion> }>(
      `GET ${pathOf(ann)}?page=2&limit=2`,
      ann,
    );
    expect(response.pager).toMatchObject({ current_page: 2, last_page: 2 });
    expect(response.pager.results).toHaveLength(1);
  });

  it('says what an administrator has removed, which only administrators restore', async () => {
    const admin = author(test, await test.signIn({ admin: true }));
    const { show_id } = await ann.makeShow({ title: 'Removed show' });
    const kept = await ann.makeShow();
    const make = async (title: string) =>
      (await ann.makeEpisode({ title, show_id: kept.show_id })).episode_id;
    const [removed, bulk, own] = [await make('Removed'), await make('In bulk'), await make('Own')];
    await admin.call('DELETE', `/show/${show_id}`);
    await admin.call('DELETE', `/episode/${removed}`);
    const path = `/show/${kept.show_id}/episodes/bulk`;
    await ask(`PUT ${path}`, admin, { action: 'delete', episode_ids: [bulk] });
    await ann.call('DELETE', `/episode/${own}`);
    const { items } = await list(ann);
    expect(items.map(({ title, removed_by_host }) => [title, removed_by_host])).toEqual([
      ['Own', false],
      ['In bulk', true],
      ['Removed', true],
      ['Removed show', true],
    ]);

    const until = items.at(-1)?.restorable_until;
    for (const url of [`/show/${show_id}/restore`, `/episode/${removed}/restore`]) {
      const refused = await ask(`POST ${url}`, ann, {});
      expect(refused.status).toBe(403);
      expect(refused.messages[0]).toMatch(/^An administrator of this host has removed this\. Only/);
    }
    expect((await ask(`POST /show/${show_id}/restore`, ann, {})).messages[0]).toContain(until);
    const { response } = await ask<{ results: { error: string | null }[] }>(`PUT ${path}`, ann, {
      action: 'restore',
      episode_ids: [bulk, own],
    });
    expect(response.results.map(({ error }) => error)).toEqual([
      expect.stringContaining('Only administrators can restore it'),
      null,
    ]);

    expect((await ask(`POST /show/${show_id}/restore`, admin, {})).status).toBe(201);
    expect((await ask(`POST /episode/${removed}/restore`, admin, {})).status).toBe(201);
    expect(await titles(ann)).toEqual(['In bulk']);
    // Once it is back, its author's own deletion is theirs again.
    await ann.call('DELETE', `/episode/${removed}`);
    expect((await ask(`POST /episode/${removed}/restore`, ann, {})).status).toBe(201);
  });

  it('is not restored by an author whose show an administrator is just removing', async () => {
    const { show_id } = await ann.makeShow();
    const restored = await test.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('shows')
        .set({ deleted_at: sql<Date>`now()`, removed_by_host: true })
        .where('show_id', '=', show_id)
        .execute();
      const asked = ask(`POST /show/${show_id}/restore`, ann, {});
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(test.database);
        expect(rows).not.toEqual([]);
      });
      return { asked };
    });
    expect((await restored.asked).status).toBe(403);
  });

  it('takes an administrator who edits the show for its author', async () => {
    const admin = author(test, await test.signIn({ admin: true }));
    const { show_id } = await ann.makeShow();
    const row = { show_id, user_id: admin.userId, role: 'editor' as const };
    await test.database.insertInto('show_members').values(row).execute();
    const { episode_id } = await ann.makeEpisode({ show_id });
    await admin.call('DELETE', `/episode/${episode_id}`);
    expect((await list(ann)).items).toMatchObject([{ removed_by_host: false }]);
    expect((await ask(`POST /episode/${episode_id}/restore`, ann, {})).status).toBe(201);
  });

  it('is for the user and for administrators', async () => {
    const bob = author(test, await test.signIn());
    const admin = author(test, await test.signIn({ admin: true }));
    const { show_id } = await ann.makeShow();
    await deletedEpisode('Mine', show_id);
    const statusFor = async (user?: Author) => (await ask(`GET ${pathOf(ann)}`, user)).status;
    expect([await statusFor(), await statusFor(bob), await statusFor(admin)]).toEqual([
      401, 403, 200,
    ]);
    expect(await titles(bob)).toEqual([]);
  });
});
