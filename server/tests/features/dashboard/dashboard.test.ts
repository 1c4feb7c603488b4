import type { Dashboard, LatestDownloads } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-03-31T12:47:00Z');
const FIRST_FIGURE = '2026-01-01T00:00:00Z';

let test: TestApp;
let ask: AskApi;
let media_id: number;
let author: SignedIn;
let show_id: number;
beforeAll(async () => {
  test = await openTestApp({}, {}, { numbersClock: () => NOW });
  ask = askApi(test);
  media_id = await storeMedia(test, Buffer.alloc(1_000));
  const other = await addShow(test.database, (await test.signIn()).userId);
  await addHour(await addEpisode(test.database, other), FIRST_FIGURE, 1_000);
});
beforeEach(async () => {
  author = await test.signIn();
  show_id = await addShow(test.database, author.userId, { title: 'Tidewater' });
});
afterAll(() => test?.close());

async function read(who: SignedIn = author): Promise<Dashboard> {
  return (await ask<Dashboard>('GET /v2/dashboard', who)).response;
}

async function addHour(
  episode_id: number,
  hour: string | Date,
  downloads: number,
  counted_by: 'rolling' | 'calendar' = 'rolling',
) {
  const row = { episode_id, hour: new Date(hour), downloads, counted_by, method: 1 };
  await test.database.insertInto('download_hours').values(row).execute();
  await sql`
    insert into show_days (show_id, counted_by, day, downloads, listeners, parts, method)
      select show_id, ${counted_by}, ${row.hour.toISOString().slice(0, 10)}::date, ${downloads}, 1, '{}', 1
      from episodes where episode_id = ${episode_id}
    on conflict (show_id, counted_by, day) do update
      set downloads = show_days.downloads + excluded.downloads`.execute(test.database);
}

interface Published {
  at: string;
  /** The downloads of each hour, beginning with that of the publication. */
  hours?: number[];
  fields?: Parameters<typeof addEpisode>[2];
}

async function publish({ at, hours = [], fields }: Published): Promise<number> {
  const published_at = new Date(at);
  const id = await addEpisode(test.database, show_id, {
    published_at,
    created_at: published_at,
    media_id,
    ...fields,
  });
  const first = Math.floor(published_at.getTime() / HOUR_MS) * HOUR_MS;
  for (const [n, downloads] of hours.entries()) {
    if (downloads > 0) await addHour(id, new Date(first + n * HOUR_MS), downloads);
  }
  return id;
}

async function edit(show: number, who: SignedIn = author) {
  const row = { show_id: show, user_id: who.userId, role: 'editor' as const };
  await test.database.insertInto('show_members').values(row).execute();
}

const remove = (show: number) =>
  test.database.updateTable('shows').set({ deleted_at: NOW }).where('show_id', '=', show).execute();

describe('GET /v2/dashboard', () => {
  it('is empty without shows, and nothing for visitors', async () => {
    const nothing = { shows: [], next: null, drafts: [], messages: [] };
    expect(await read(await test.signIn())).toEqual(nothing);
    expect((await ask('GET /v2/dashboard')).status).toBe(401);
  });

  it('compares the last 30 days with the 30 days before', async () => {
    const episode = await addEpisode(test.database, show_id);
    await addHour(episode, '2026-03-31T12:00:00Z', 1);
    await addHour(episode, '2026-03-02T00:00:00Z', 2);
    await addHour(episode, '2026-03-01T23:00:00Z', 4);
    await addHour(episode, '2026-01-31T00:00:00Z', 8);
    await addHour(episode, '2026-01-30T23:00:00Z', 16);
    await addHour(episode, '2026-03-30T12:00:00Z', 32, 'calendar');
    const [show] = (await read()).shows;
    expect(show).toMatchObject({ show_id, title: 'Tidewater', latest: null });
    const { days, ...sums } = show?.downloads ?? {};
    expect(sums).toEqual({ total: 3, before: 12 });
    expect(days).toHaveLength(30);
    expect([days?.[0], days?.[29]]).toEqual([
      { day: '2026-03-02', downloads: 2, before: 8 },
      { day: '2026-03-31', downloads: 1, before: 4 },
    ]);
  });

  it.each<[string, Published[], Partial<LatestDownloads> | null]>([
    [
      'counts each episode for the complete hours of the newest one',
      [
        { at: '2026-03-31T08:59:00Z', hours: [1, 2, 100] }, // 8 to 11 o'clock: three hours
        { at: '2026-02-01T10:00:00Z', hours: [1, 1, 1, 999] },
        { at: '2026-02-02T10:30:00Z', hours: [5, 5, 5, 999] },
        { at: '2026-02-03T10:59:59Z', hours: [0, 0, 7, 999] },
      ],
      { hours: 3, downloads: 103, before: { episodes: 3, median: 7 } },
    ],
    [
      'leaves out hours that may still be counted',
      [
        { at: '2026-03-31T10:00:00Z', hours: [3, 50, 50] },
        { at: '2026-02-01T10:00:00Z', hours: [2, 50] },
        { at: '2026-02-02T10:00:00Z', hours: [5, 50] },
      ],
      { hours: 1, downloads: 3, before: { episodes: 2, median: 3.5 } },
    ],
    [
      'compares nothing in the first hours',
      [
        { at: '2026-03-31T11:00:00Z', hours: [9] },
        { at: '2026-02-01T10:00:00Z', hours: [2] },
      ],
      { hours: 0, downloads: 0, before: null },
    ],
    [
      'takes the five episodes before it, and counts no downloads as 0',
      [
        { at: '2026-03-30T10:00:00Z', hours: [10] },
        { at: '2026-03-06T10:00:00Z' },
        { at: '2026-03-05T10:00:00Z', hours: [1] },
        { at: '2026-03-04T10:00:00Z', hours: [2] },
        { at: '2026-03-03T10:00:00Z', hours: [3] },
        { at: '2026-03-02T10:00:00Z', hours: [4] },
        { at: '2026-03-01T10:00:00Z', hours: [999] },
      ],
      { hours: 25, downloads: 10, before: { episodes: 5, median: 2 } },
    ],
    [
      'compares at most the first 30 days',
      [
        { at: '2026-02-01T00:00:00Z', hours: [...Array(719).fill(0), 1, 10] },
        { at: '2026-01-20T00:00:00Z', hours: [...Array(719).fill(0), 3, 10] },
      ],
      { hours: 720, downloads: 1, before: { episodes: 1, median: 3 } },
    ],
    [
      'leaves out episodes that were not counted from their publication on',
      [
        { at: '2026-03-30T10:00:00Z', hours: [10] },
        { at: '2026-03-29T10:00:00Z', fields: { media_id: null } },
        { at: '2026-03-28T10:00:00Z', fields: { created_at: NOW } },
        { at: '2026-03-27T10:00:00Z', fields: { state: 'unlisted' } },
        { at: '2026-03-26T10:00:00Z', fields: { deleted_at: NOW } },
        { at: '2025-12-31T23:59:00Z' },
      ],
      { hours: 25, downloads: 10, before: null },
    ],
    [
      'is null if the audio is elsewhere',
      [{ at: '2026-03-30T10:00:00Z', fields: { media_id: null } }],
      null,
    ],
  ])('the newest episode: %s', async (_, episodes, expected) => {
    const ids: number[] = [];
    for (const episode of episodes) ids.push(await publish(episode));
    const { latest } = (await read()).shows[0] ?? {};
    if (!expected) return expect(latest).toBeNull();
    expect(latest).toMatchObject({ episode_id: ids[0], ...expected });
  });

  it('names the next scheduled episode and the drafts of all shows that the user edits', async () => {
    const owner = await test.signIn();
    const shared = await addShow(test.database, owner.userId, { title: 'Shared' });
    const deleted = await addShow(test.database, author.userId);
    const foreign = await addShow(test.database, owner.userId);
    await edit(shared);
    const plan = (show: number, at: string, fields: object = {}) =>
      addEpisode(test.database, show, {
        state: 'scheduled',
        published_at: new Date(at),
        ...fields,
      });
    await plan(foreign, '2026-04-01T06:00:00Z');
    await plan(deleted, '2026-04-01T06:00:00Z');
    await plan(show_id, '2026-04-01T06:00:00Z', { deleted_at: NOW });
    await plan(show_id, '2026-04-03T06:00:00Z');
    const next = await plan(shared, '2026-04-02T06:00:00Z', { title: 'Ebb' });
    for (const [show, count] of [
      [show_id, 2],
      [shared, 1],
      [foreign, 1],
      [deleted, 1],
    ] as const) {
      for (let n = 0; n < count; n += 1) {
        await addEpisode(test.database, show, { state: 'draft', published_at: null });
      }
    }
    await addEpisode(test.database, show_id, {
      state: 'draft',
      published_at: null,
      deleted_at: NOW,
    });
    await remove(deleted);
    const answer = await read();
    expect(answer.next).toEqual({
      episode_id: next,
      title: 'Ebb',
      show_id: shared,
      show_title: 'Shared',
      published_at: '2026-04-02T06:00:00.000Z',
    });
    expect(answer.drafts).toEqual([
      { show_id: shared, show_title: 'Shared', count: 1 },
      { show_id, show_title: 'Tidewater', count: 2 },
    ]);
    expect(answer.shows.map((show) => show.show_id)).toEqual([show_id, shared]);
    await ask(`PUT /v2/users/${owner.permalink}/blocks/${author.permalink}`, owner);
    expect(await read()).toMatchObject({ shows: [{ show_id }], drafts: [{ show_id }] });
  });

  it('shows the newest comments of others, as in the inbox', async () => {
    const [listener, blocked] = [await test.signIn(), await test.signIn()];
    const [first, second, gone, foreign] = [
      await publish({ at: '2026-03-01T00:00:00Z', fields: { title: 'Ebb' } }),
      await publish({ at: '2026-03-01T00:00:00Z' }),
      await publish({ at: '2026-03-01T00:00:00Z' }),
      await addEpisode(test.database, await addShow(test.database, listener.userId)),
    ];
    const write = (id: number, text: string, who = listener) =>
      ask(`POST /v2/episodes/${id}/messages`, who, { text });
    for (const n of [1, 2, 3, 4, 5]) await write(second, `${n}`);
    await write(first, 'six');
    await write(second, 'mine', author);
    await write(gone, 'on a deleted episode');
    await write(foreign, 'on a foreign show');
    await write(first, 'of a blocked user', blocked);
    await ask(`PUT /v2/users/${author.permalink}/blocks/${blocked.permalink}`, author);
    await ask(`DELETE /episode/${gone}`, author);
    const { messages } = await read();
    expect(messages.map(({ text }) => text)).toEqual(['six', '5', '4', '3', '2']);
    expect(messages[0]).toMatchObject({
      episode_id: first,
      episode_title: 'Ebb',
      show_title: 'Tidewater',
      user: { user_id: listener.userId },
    });
    const admin = await test.signIn({ admin: true });
    expect((await read(admin)).messages).toEqual([]);
    const { response } = await ask<{ unread: number }>('GET /v2/me/inbox/count', author);
    expect(response.unread).toBe(6);
  });
});
