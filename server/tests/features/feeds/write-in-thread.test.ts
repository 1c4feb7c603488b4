import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { AppError } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ThreadDeps, writeInThread } from '../../../src/features/feeds/write-in-thread.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/database-unavailable.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const EPISODES = 60;
const LONGEST = 50_000; // characters of notes that an author may write

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await sql`
    insert into episodes (show_id, user_id, guid, permalink, title, description, published_at, explicit)
    select 1, 1, 'long-' || n, 'long-' || n, 'Long ' || n, '<p>' || repeat('聴', ${LONGEST}) || '</p>', now(), false
    from generate_series(1, ${EPISODES}) n`.execute(test.database);
});
afterAll(() => test?.close());

function write(showId: number, changes: Partial<ThreadDeps> = {}) {
  const deps = { ...test.deps, signal: new AbortController().signal, ...changes };
  return writeInThread(deps, showId, { audience: 'public' });
}
const read = async (showId: number) => gunzipSync(await buffer(write(showId))).toString();

describe('writeInThread', () => {
  it('has memory for the longest notes', async () => {
    const feed = await read(1);
    const notes = [...feed.matchAll(/聴+(?=<\/p>)/g)].map(([{ length }]) => length);
    expect(notes).toEqual(Array(EPISODES).fill(LONGEST));
    expect(feed.endsWith('</rss>\n')).toBe(true);
  });

  it('refuses a show that is not there', async () => {
    await expect(text(write(999))).rejects.toThrow(new AppError('SHOW_UNAVAILABLE'));
  });

  it('tells a lost database from a fault', async () => {
    const databaseAddress = () => 'postgres://nobody@127.0.0.1:9/none';
    await expect(text(write(1, { databaseAddress }))).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('ends with the server, and so do those that wait', async () => {
    const closing = new AbortController();
    const feeds = [1, 2, 3].map(() => text(write(1, { signal: closing.signal })));
    closing.abort(new Error('The server stops.'));
    const ends = await Promise.allSettled(feeds);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
