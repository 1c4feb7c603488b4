import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let owner: SignedIn;
let showId = 0;
beforeAll(async () => {
  test = await openTestApp();
  owner = await test.signIn();
});
beforeEach(async () => {
  showId = await addShow(test.database, owner.userId);
});
afterAll(() => test?.close());

async function addDay(downloads: number, fields: Parameters<typeof addEpisode>[2] = {}) {
  const episode_id = await addEpisode(test.database, showId, fields);
  const row = { episode_id, day: '2026-03-01', downloads, parts: '{}', method: 2 };
  await test.database
    .insertInto('episode_days')
    .values([
      { ...row, counted_by: 'rolling' },
      { ...row, counted_by: 'calendar', downloads: 999_999 },
    ])
    .execute();
}

const change = (public_downloads: boolean, user = owner) =>
  test.app.inject({
    method: 'PUT',
    url: `/api/show/${showId}`,
    headers: user.headers,
    payload: { public_downloads },
  });
const readShow = async () =>
  (await test.app.inject(`/api/v2/shows/${showId}`)).json().response.show;
const readBadge = () => test.app.inject(`/show/${showId}/downloads.svg`);

describe('the downloads of a show', () => {
  it('are nobody’s business until the author shows them, and again after', async () => {
    await addDay(1_234);
    expect(await readShow()).not.toHaveProperty('downloads');
    expect((await readBadge()).statusCode).toBe(404);
    expect((await change(true, await test.signIn())).statusCode).toBe(403);
    expect((await change(true)).statusCode).toBe(200);
    expect((await readShow()).downloads).toBe(1_200);
    await change(false);
    expect(await readShow()).not.toHaveProperty('downloads');
    expect((await readBadge()).statusCode).toBe(404);
  });

  it.each([
    [0, 0],
    [9, 0],
    [10, 10],
    [99, 90],
    [100, 100],
    [1_999, 1_900],
    [1_500_000_000, 1_500_000_000],
  ])('are rounded down: %i as %i', async (counted, shown) => {
    await addDay(counted);
    await change(true);
    expect((await readShow()).downloads).toBe(shown);
  });

  it('are those of public episodes', async () => {
    await addDay(50);
    await addDay(700, { state: 'private', access_key: 'k' });
    await addDay(900, { state: 'unlisted' });
    await change(true);
    expect((await readShow()).downloads).toBe(50);
  });

  it('follow each count, also in stored answers', async () => {
    await addDay(50);
    await change(true);
    expect((await readBadge()).body).toContain('>50</text>');
    await addDay(3_000);
    await test.deps.jobs.add(test.database, 'count_downloads', {});
    await test.runJobs();
    await expect.poll(async () => (await readShow()).downloads).toBe(3_000);
    await expect.poll(async () => (await readBadge()).body).toContain('>3,000</text>');
  });

  it('are a picture in the language of the show, which caches may keep for an hour', async () => {
    await addDay(1_234);
    await change(true);
    await test.database
      .updateTable('shows')
      .set({ language: 'it-CH' })
      .where('show_id', '=', showId)
      .execute();
    const { headers, body } = await readBadge();
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(body).toContain('aria-label="download: 1200"');
    const etag = String(headers.etag);
    const again = await test.app.inject({
      url: `/show/${showId}/downloads.svg`,
      headers: { 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
  });
});
