import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addShow } from '../../../helpers/add-episode.ts';
import { multipart } from '../../../helpers/multipart.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let showId = 0;
beforeAll(async () => {
  test = await openTestApp({}, {}, { numbersClock: () => new Date('2026-03-04T12:00:00Z') });
  owner = await test.signIn();
});
beforeEach(async () => {
  showId = await addShow(test.database, owner.userId);
});
afterAll(() => test?.close());

async function send(csv: string, host = 'Spreaker', user: SignedIn | null = owner) {
  const { headers, payload } = multipart('file', { bytes: Buffer.from(csv) }, { host });
  const answer = await test.app.inject({
    method: 'PUT',
    url: `/api/v2/shows/${showId}/numbers/history`,
    headers: { ...headers, ...user?.headers },
    payload,
  });
  return { status: answer.statusCode, ...answer.json() };
}

async function read(path = '/history') {
  const url = `/api/v2/shows/${showId}/numbers${path}`;
  return (await test.app.inject({ url, headers: owner.headers })).json().response;
}

describe('historyRoutes', () => {
  it('store the figures of a file, and name the lines that are left out', async () => {
    const csv = 'date,downloads\n2024-01-31,5\nyesterday,9\n2024-02-01,7\n2024-02-02,some\n';
    expect((await send(csv, ' Old\tRadio ')).response).toEqual({
      host: 'Old Radio',
      figures: 2,
      downloads: 12,
      from: '2024-01-31',
      to: '2024-02-01',
      unreadable: [
        { line: 3, value: 'yesterday', reason: 'no_day' },
        { line: 5, value: 'some', reason: 'no_count' },
      ],
      unreadable_lines: 2,
    });
    expect((await read('?from=2024-01-01&to=2024-03-01')).history).toEqual([
      { day: '2024-01-31', span: 'day', downloads: 5, host: 'Old Radio' },
      { day: '2024-02-01', span: 'day', downloads: 7, host: 'Old Radio' },
    ]);
  });

  it('replace a figure that is sent again, and list each host once', async () => {
    await send('date,downloads\n2024-01-31,5\n2024-02-01,7\n');
    await send('date,title,downloads\n2024-02-01,One,1\n2024-02-01,Two,2\n');
    await send('date,downloads\n2024-02-01,8\n');
    await send('month,title,downloads\n2024-03,One,20\n2024-03,Two,30\n', 'Buzzsprout');
    expect((await read()).items).toEqual([
      { host: 'Buzzsprout', from: '2024-03-01', to: '2024-03-01', downloads: 50 },
      { host: 'Spreaker', from: '2024-01-31', to: '2024-02-01', downloads: 13 },
    ]);
  });

  it('remove the figures of one host', async () => {
    await send('date,downloads\n2024-01-31,5\n', 'Old Radio/FM');
    await send('date,downloads\n2024-01-31,6\n');
    const { statusCode } = await test.app.inject({
      method: 'DELETE',
      url: `/api/v2/shows/${showId}/numbers/history/Old%20Radio%2FFM`,
      headers: owner.headers,
    });
    expect(statusCode).toBe(200);
    expect((await read()).items).toMatchObject([{ host: 'Spreaker', downloads: 6 }]);
  });

  it.each([
    [
      'listeners\n5',
      'Spreaker',
      400,
      'file: must name a column "day" in its first line, which names: listeners',
    ],
    ['day,downloads\n"2024', 'Spreaker', 400, 'file: has a quote that is not closed'],
    ['day,downloads', ' \t', 400, 'host: is required'],
    ['day,downloads', 'x'.repeat(101), 400, 'host: must be at most 100 characters'],
    [
      `day,downloads\n${'2024-01-31,1\n'.repeat(170_000)}`,
      'Spreaker',
      413,
      'The request is too large.',
    ],
  ])('refuse %#', async (csv, host, status, message) => {
    const answer = await send(csv, host);
    expect([answer.status, answer.error.messages]).toEqual([status, [message]]);
    expect((await read()).items).toEqual([]);
  });

  it('remove them by a form of the page as well', async () => {
    await send('date,downloads\n2024-01-31,5\n', 'Old Radio/FM');
    const url = `/dashboard/shows/${showId}/numbers?days=7`;
    const press = (host: string) =>
      test.app.inject({
        method: 'POST',
        url,
        headers: { ...owner.cookies, 'content-type': 'application/x-www-form-urlencoded' },
        payload: String(new URLSearchParams({ do: 'remove_history', host })),
      });
    expect((await press('..')).statusCode).toBe(404);
    expect((await read()).items).toHaveLength(1);
    expect((await press('Old Radio/FM')).headers.location).toBe(url);
    expect((await read()).items).toEqual([]);
  });

  it('keep at most 20 hosts of a show', async () => {
    for (let n = 1; n <= 20; n += 1) await send('day,downloads\n2024-01-31,1', `Host ${n}`);
    expect((await send('day,downloads\n2024-01-31,1', 'One more')).error.messages).toEqual([
      'host: may be one of 20 at most; remove the figures of another one first',
    ]);
    expect((await send('day,downloads\n2024-01-31,2', 'Host 7')).status).toBe(200);
  });

  it('answer editors of the show only', async () => {
    const csv = 'day,downloads\n2024-01-31,1';
    expect((await send(csv, 'Spreaker', await test.signIn())).status).toBe(403);
    expect((await send(csv, 'Spreaker', null)).status).toBe(401);
    const editor = await test.signIn();
    const row = { show_id: showId, user_id: editor.userId, role: 'editor' as const };
    await test.database.insertInto('show_members').values(row).execute();
    expect((await send(csv, 'Spreaker', editor)).status).toBe(200);
  });
});
