import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addShow } from '../helpers/add-episode.ts';
import { runAdmin } from '../helpers/run-admin.ts';
import { openTestApp, type SignedIn, type TestApp } from '../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let showId = 0;
beforeAll(async () => {
  test = await openTestApp();
  owner = await test.signIn();
  showId = await addShow(test.database, owner.userId, { title: 'Bells' });
});
afterAll(() => test?.close());

const history = (options: string[], input = '') => {
  const show = options.includes('--show') ? [] : ['--show', String(showId)];
  return runAdmin(['numbers', 'history', ...show, ...options], {
    input,
    env: { DATABASE_URL: test.databaseUrl, DATA_DIR: test.publicFolder },
  });
};
const store = (format: string, csv: string) => history(['--format', format, '-'], csv);

async function answered() {
  const { response } = (
    await test.app.inject({
      url: `/api/v2/shows/${showId}/numbers?from=2024-01-01&to=2024-12-31`,
      headers: owner.headers,
    })
  ).json();
  return response;
}

describe('numbers history', () => {
  it('stores the figures of a host apart from our own, each once', async () => {
    expect(await store('spreaker', 'date,plays_count\n2024-01-31,5\n2024-02-01,7\n')).toEqual({
      code: 0,
      out: 'Bells: 2 figures of Spreaker are stored, 2024-01-31 to 2024-02-01.\n',
      error: '',
    });
    await store('spreaker', 'date,plays_count\n2024-02-01,8\n');
    await store('buzzsprout', 'Episode,Month,Downloads\nOne,2024-02,3\nTwo,2024-02,4\n');
    const { history, total, days } = await answered();
    expect(history).toEqual([
      { day: '2024-01-31', span: 'day', downloads: 5, host: 'Spreaker' },
      { day: '2024-02-01', span: 'month', downloads: 7, host: 'Buzzsprout' },
      { day: '2024-02-01', span: 'day', downloads: 8, host: 'Spreaker' },
    ]);
    expect(total).toBe(0);
    expect(days.every(({ downloads }: { downloads: number }) => downloads === 0)).toBe(true);
  });

  it('takes the figure of the whole show rather than the sum of its episodes', async () => {
    await store('transistor', 'day,title,downloads\n2024-05-01,One,3\n2024-05-01,Two,4\n');
    await store('transistor', 'day,downloads\n2024-05-01,10\n');
    expect((await answered()).history).toContainEqual({
      ...{ day: '2024-05-01', span: 'day' },
      ...{ downloads: 10, host: 'Transistor' },
    });
  });

  it('removes the figures of a host', async () => {
    await history(
      ['--format', 'days', '--host', 'Old Radio', '-'],
      'day,downloads\n2024-06-01,1\n',
    );
    const removed = await history(['--format', 'days', '--host', 'Old Radio', '--remove']);
    expect(removed.out).toBe('Bells: 1 figures of Old Radio are removed.\n');
    expect(JSON.stringify((await answered()).history)).not.toContain('Old Radio');
  });

  it.each([
    [['--format', 'days', '-'], 2, '--host is missing.'],
    [['--format', 'libsyn', '-'], 2, '--format is "libsyn": it must be spreaker, buzzsprout,'],
    [['--format', 'spreaker'], 2, 'Name one file'],
    [['--format', 'spreaker', '--remove', 'x.csv'], 2, 'Name one file'],
    [['--format', 'spreaker', 'missing.csv'], 1, 'missing.csv cannot be read: ENOENT.'],
    [['--format', 'spreaker', '-'], 1, 'The first line must name a column "day".'],
    [['--show', '999999', '--format', 'spreaker', '-'], 1, 'There is no show 999999.'],
  ])('explains %j', async (options, code, words) => {
    const ended = await history(options);
    expect(ended.code).toBe(code);
    expect(ended.error).toContain(words);
  });
});
