import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let listener: pg.Client;
const heard = new Set<string>();
/** The author of a sample show, and a user without a show. */
let author: number;
let fresh: number;
let mediaId: number;
beforeAll(async () => {
  test = await openTestApp();
  author = (await test.database.selectFrom('shows').select('user_id').executeTakeFirstOrThrow())
    .user_id;
  fresh = (await test.signIn()).userId;
  mediaId = await storeMedia(test, Buffer.from('an ad'));
  listener = new pg.Client({ connectionString: test.databaseUrl });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => heard.add(payload));
  await listener.query('listen changes');
});
afterAll(async () => {
  await listener?.end();
  await test?.close();
});
afterEach(async () => {
  await test.database.deleteFrom('ad_campaigns').execute();
});

async function addCampaign(userId: number | null, isRunning: boolean): Promise<number> {
  const { campaign_id } = await test.database
    .insertInto('ad_campaigns')
    .values({
      user_id: userId,
      title: 'Soap',
      media_id: mediaId,
      positions: ['pre'],
      weight: 1,
      starts_at: new Date(),
      is_running: isRunning,
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow();
  return campaign_id;
}

const setRunning = (is_running: boolean, ids: readonly number[], database = test.database) =>
  database
    .updateTable('ad_campaigns')
    .set({ is_running })
    .where('campaign_id', 'in', ids)
    .execute();

/** Resolves once all earlier announcements have arrived. The listener receives its own mark last. */
async function settle(): Promise<void> {
  await listener.query(`notify changes, 'mark:mine'`);
  await expect.poll(() => heard.delete('mark:mine')).toBe(true);
}

async function noticesOf(change: () => Promise<unknown>): Promise<string[]> {
  await settle();
  heard.clear();
  await change();
  await settle();
  return [...heard].filter((notice) => !notice.startsWith('mark:')).sort();
}

const showsOf = async (userId: number) => {
  const shows = test.database.selectFrom('shows').select('show_id').where('user_id', '=', userId);
  return (await shows.execute()).map(({ show_id }) => `show:${show_id}`).sort();
};

describe('a change of a campaign', () => {
  it('is announced for the shows of its author, while another campaign runs', async () => {
    await addCampaign(fresh, true);
    const id = await addCampaign(author, false);
    const shows = await showsOf(author);
    expect(shows.length).toBeGreaterThan(0);
    expect(await noticesOf(() => setRunning(true, [id]))).toEqual(shows);
    expect(await noticesOf(() => setRunning(false, [id]))).toEqual(shows);
    expect(await noticesOf(() => addCampaign(author, true))).toEqual(shows);
  });

  it('is announced for nobody if its author has no show', async () => {
    await addCampaign(author, true);
    const id = await addCampaign(fresh, false);
    for (const isRunning of [true, false]) {
      expect(await noticesOf(() => setRunning(isRunning, [id]))).toEqual([]);
    }
    const remove = () =>
      test.database.deleteFrom('ad_campaigns').where('campaign_id', '=', id).execute();
    expect(await noticesOf(remove)).toEqual([]);
  });

  it('is announced for the shows that have the same audio', async () => {
    await addCampaign(author, true);
    const { episode_id, show_id } = await test.database
      .selectFrom('episodes')
      .select(['episode_id', 'show_id'])
      .executeTakeFirstOrThrow();
    const use = (media_id: number | null) =>
      test.database
        .updateTable('episodes')
        .set({ media_id })
        .where('episode_id', '=', episode_id)
        .execute();
    await use(mediaId);
    expect(await noticesOf(() => addCampaign(fresh, true))).toEqual([`show:${show_id}`]);
    await use(null);
  });

  it('is announced for everything if it is the first that runs, or the last', async () => {
    const ids = [await addCampaign(fresh, false), await addCampaign(fresh, false)];
    expect(await noticesOf(() => setRunning(true, ids))).toEqual(['anything']);
    expect(await noticesOf(() => setRunning(false, ids.slice(1)))).toEqual([]);
    expect(await noticesOf(() => setRunning(false, ids))).toEqual(['anything']);
    expect(await noticesOf(() => addCampaign(fresh, true))).toEqual(['anything']);
    const remove = () => test.database.deleteFrom('ad_campaigns').execute();
    expect(await noticesOf(remove)).toEqual(['anything']);
  });

  it('is announced for everything if the last two end at the same moment', async () => {
    const ids = [await addCampaign(fresh, true), await addCampaign(fresh, true)];
    const endBoth = () =>
      test.database.transaction().execute(async (transaction) => {
        await setRunning(false, ids.slice(0, 1), transaction);
        const other = setRunning(false, ids.slice(1));
        await new Promise((resolve) => setTimeout(resolve, 100)); // the other one has begun
        return { other };
      });
    const both = async () => (await endBoth()).other;
    expect(await noticesOf(both)).toEqual(['anything']);
  });

  it('is announced for everything if the host owns it', async () => {
    await addCampaign(fresh, true);
    const id = await addCampaign(null, false);
    for (const isRunning of [true, false]) {
      expect(await noticesOf(() => setRunning(isRunning, [id]))).toEqual(['anything']);
    }
  });
});
