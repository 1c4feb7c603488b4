import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listHours } from '../../../src/features/schedules/repository.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let stranger: SignedIn;
let showId = 0;
const HOUR = { weekday: 1, time: '20:15', timezone: 'Europe/Rome', title: 'Live' };

beforeAll(async () => {
  test = await openTestApp();
  stranger = await test.signIn();
});
afterAll(() => test?.close());
beforeEach(async () => {
  owner = await test.signIn();
  const { show_id } = await test.database
    .insertInto('shows')
    .values({
      user_id: owner.userId,
      permalink: `hours-${owner.userId}`,
      title: 'Hours',
      author: 'A',
      description: '',
      language: 'en',
      categories: [],
      keywords: [],
      explicit: false,
    })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  showId = show_id;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, path: string, body?: object, who: SignedIn | null = owner) {
  const answer = await test.app.inject({
    method,
    url: `/api${path}`,
    headers: who?.headers ?? {},
    ...(body ? { payload: body } : {}),
  });
  const { response, error } = answer.json();
  return { status: answer.statusCode, response, messages: error?.messages };
}

const add = async (body: object = HOUR) =>
  (await call('POST', `/show/${showId}/schedules`, body)).response.schedule;

describe('the schedules of a show', () => {
  it('are added, listed for everybody, changed and deleted', async () => {
    const made = await call('POST', `/show/${showId}/schedules`, HOUR);
    expect(made).toMatchObject({
      status: 201,
      response: { schedule: { ...HOUR, show_id: showId } },
    });
    const { schedule_id } = made.response.schedule;
    const path = `/show/${showId}/schedule/${schedule_id}`;
    const listed = await call('GET', `/show/${showId}/schedules`, undefined, null);
    expect(listed.response.items).toEqual([made.response.schedule]);
    const changed = await call('PUT', path, { time: '21:00' });
    expect(changed.response.schedule).toEqual({
      ...HOUR,
      show_id: showId,
      schedule_id,
      time: '21:00',
    });
    expect((await call('GET', path, undefined, null)).response.schedule.time).toBe('21:00');
    expect((await call('DELETE', path)).response).toEqual({});
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await call('PUT', path, { time: '21:00' })).status).toBe(404);
    const gone = await call('GET', `/show/${showId}/schedules`, undefined, null);
    expect(gone.response.items).toEqual([]);
  });

  it.each([
    [{ weekday: 7 }, 'weekday'],
    [{ time: '24:00' }, 'time'],
    [{ time: '9:00' }, 'time'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: 'UTC+3' }, 'timezone'],
    [{ timezone: 'Factory' }, 'timezone'],
    [{ timezone: 'Asia/\u212aolkata' }, 'timezone'], // a Kelvin sign
    [{ timezone: "Europe/Rome'; drop table shows; --" }, 'timezone'],
    [{ title: '' }, 'title'],
    [{ title: ' \n ' }, 'title'],
    [{ title: '\u200b\u3164' }, 'title'],
    [{ nonsense: 1 }, 'nonsense'],
  ])('refuse %j in words', async (wrong, field) => {
    const { status, messages } = await call('POST', `/show/${showId}/schedules`, {
      ...HOUR,
      ...wrong,
    });
    expect(status).toBe(400);
    expect(messages[0]).toMatch(new RegExp(`^${field}: `));
  });

  it('take forms as well as JSON', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/show/${showId}/schedules`,
      headers: { ...owner.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'weekday=3&time=08:00&timezone=asia/tokyo&title=Early&culture=it-IT',
    });
    expect(answer.json().response.schedule).toMatchObject({ weekday: 3, time: '08:00' });
  });

  it('are 50 at most, also if all come at once', async () => {
    /** A host whose database is busy answers 503. */
    async function insist(): Promise<Awaited<ReturnType<typeof call>>> {
      const answer = await call('POST', `/show/${showId}/schedules`, HOUR);
      return answer.status === 503 ? insist() : answer;
    }
    const answers = await Promise.all(Array.from({ length: 60 }, insist));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.find(({ status }) => status === 400)?.messages[0]).toMatch(/^show_id: /);
  });

  it('belong to the editors of the show', async () => {
    const { schedule_id } = await add();
    const path = `/show/${showId}/schedule/${schedule_id}`;
    for (const [who, status] of [
      [null, 401],
      [stranger, 403],
    ] as const) {
      expect((await call('POST', `/show/${showId}/schedules`, HOUR, who)).status).toBe(status);
      expect((await call('PUT', path, { time: '10:00' }, who)).status).toBe(status);
      expect((await call('DELETE', path, undefined, who)).status).toBe(status);
    }
  });

  it('are not reached through another show', async () => {
    const { schedule_id } = await add();
    const other = await test.signIn();
    await test.database
      .updateTable('shows')
      .set({ user_id: other.userId })
      .where('show_id', '=', 1)
      .execute();
    const path = `/show/1/schedule/${schedule_id}`;
    expect((await call('PUT', path, { time: '01:00' }, other)).status).toBe(404);
    await call('DELETE', path, undefined, other);
    expect((await call('GET', `/show/${showId}/schedules`)).response.items).toHaveLength(1);
  });
});

describe('GET /user/{user_id}/calendar/items', () => {
  const read = (query: string, who: SignedIn | null = null) =>
    call('GET', `/user/${owner.userId}/calendar/items?${query}`, undefined, who);

  it('keeps the hour of the place when its clocks change', async () => {
    await add({ ...HOUR, weekday: 0, time: '20:00' });
    const { response } = await read('from=2026-03-21&to=2026-04-06');
    expect(response.items.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([
      '2026-03-22T19:00:00.000Z',
      '2026-03-29T18:00:00.000Z', // summer time began on that day
      '2026-04-05T18:00:00.000Z',
    ]);
    expect(response.items[0]).toMatchObject({ type: 'schedule', title: 'Live', episode_id: null });
  });

  it('gives an hour that summer time skips an hour later', async () => {
    await add({ ...HOUR, weekday: 0, time: '02:30' });
    const { response } = await read('from=2026-03-28T23:00:00Z&to=2026-03-30');
    expect(response.items[0].starts_at).toBe('2026-03-29T01:30:00.000Z');
  });

  it('has every day also if the database lives in a place where summer time skips midnight', async () => {
    await add({ ...HOUR, weekday: 0, time: '12:00', timezone: 'UTC' });
    const hours = await test.database.transaction().execute(async (transaction) => {
      await sql`set local time zone 'Africa/Cairo'`.execute(transaction);
      return listHours(transaction, {
        userId: owner.userId,
        from: new Date('2026-04-20T00:00:00Z'),
        to: new Date('2026-04-26T20:00:00Z'), // Sunday; the clocks changed on Friday
        viewer: { userId: owner.userId, isAdmin: false },
        limit: 10,
      });
    });
    expect(hours.map(({ starts_at }) => starts_at.toISOString())).toEqual([
      '2026-04-26T12:00:00.000Z',
    ]);
  });

  it('takes a time without a zone as UTC, wherever the server is', async () => {
    await add({ ...HOUR, weekday: 0, time: '10:00', timezone: 'UTC' });
    const zone = process.env.TZ;
    process.env.TZ = 'Pacific/Auckland';
    try {
      const { response } = await read('from=2026-03-22T09:59&to=2026-03-22T10:01');
      expect(response.items).toHaveLength(1);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('shows scheduled episodes to those who may edit them', async () => {
    const episode = {
      show_id: showId,
      user_id: owner.userId,
      title: 'Soon',
      description: '',
      explicit: false,
      permalink: 'soon',
      state: 'scheduled' as const,
      published_at: '2030-01-02T00:00:00Z',
    };
    await test.database.insertInto('episodes').values(episode).execute();
    await test.database
      .insertInto('episodes')
      .values({ ...episode, permalink: 'out', title: 'Out', state: 'published' })
      .execute();
    const query = 'from=2030-01-01&to=2030-01-03';
    const types = async (who: SignedIn | null) =>
      (await read(query, who)).response.items.map(({ type }: { type: string }) => type);
    // A draft that was public before keeps its date.
    await test.database
      .insertInto('episodes')
      .values({ ...episode, permalink: 'back', title: 'Back', state: 'draft' })
      .execute();
    expect(await types(owner)).toEqual(['scheduled', 'episode']);
    expect(await types(stranger)).toEqual(['episode']);
    expect(await types(null)).toEqual(['episode']);
    const byName = await call(
      'GET',
      `/user/${owner.permalink}/calendar/items?${query}`,
      undefined,
      null,
    );
    expect(byName.response.items).toHaveLength(1);
  });

  it.each([
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=2026-02-30', 'from'],
    ['to=2027-02-29T10:00Z', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2026-01-01&to=2028-01-01', 'to'],
  ])('refuses %s in words', async (query, field) => {
    const { status, messages } = await read(query);
    expect([status, messages[0].split(':')[0]]).toEqual([400, field]);
  });

  it('is missing for unknown users, and for the two sides of a block', async () => {
    expect((await call('GET', '/user/999999/calendar/items')).status).toBe(404);
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: owner.userId, blocked_id: stranger.userId })
      .execute();
    expect((await read('', stranger)).status).toBe(404);
  });
});
