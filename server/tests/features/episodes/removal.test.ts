import { Readable } from 'node:stream';
import type { Episode } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkAccounts } from '../../../src/features/accounts/check-accounts.ts';
import { purgeEpisodes } from '../../../src/features/episodes/restore-episode.ts';
import { collectGarbage } from '../../../src/features/media/media.ts';
import { purgeShows } from '../../../src/features/shows/shows.ts';
import { checkMedia } from '../../../src/features/uploads/check-media.ts';
import { expireUploads } from '../../../src/features/uploads/expire-uploads.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: Author;
beforeAll(async () => {
  test = await openTestApp();
  ann = author(test, await test.signIn());
});
afterAll(() => test?.close());
beforeEach(() => purge()); // leftovers of the previous test

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Moves a deletion into the past. */
async function age(table: 'episodes' | 'shows', id: number, days: number): Promise<void> {
  const column = table === 'episodes' ? 'episode_id' : 'show_id';
  await sql`update ${sql.table(table)} set deleted_at = now() - ${days} * interval '1 day'
    where ${sql.ref(column)} = ${id}`.execute(test.database);
}

async function purge(atOnce?: number): Promise<[episodes: number, shows: number]> {
  const episodes = await purgeEpisodes(test.database, atOnce ? { atOnce } : {});
  return [episodes, await purgeShows(test.database)];
}

const restore = (kind: 'episode' | 'show', id: number, who: Author = ann) =>
  who.call('POST', `/${kind}/${id}/restore`);
const statusOf = async (path: string) => (await test.app.inject(`/api${path}`)).statusCode;
const count = async (table: string, where = sql`true`): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(test.database);
  return rows[0]?.count ?? 0;
};

async function scheduled(): Promise<Episode> {
  const { episode_id } = await ann.makeEpisode();
  return ann.publish(episode_id, { published_at: new Date(Date.now() + HOUR_MS).toISOString() });
}

/** The time of a scheduled episode was an hour ago. */
async function passTime(episodeId: number): Promise<void> {
  await test.database
    .updateTable('episodes')
    .set({ published_at: new Date(Date.now() - HOUR_MS) })
    .where('episode_id', '=', episodeId)
    .execute();
}

async function published(): Promise<Episode> {
  const { episode_id } = await ann.makeEpisode();
  return ann.publish(episode_id);
}

describe('POST /episode/{episode_id}/restore', () => {
  it('brings an episode back as it was, and the second time changes nothing', async () => {
    const before = await published();
    const path = `/episode/${before.episode_id}`;
    await ann.call('DELETE', path);
    expect(await statusOf(path)).toBe(404);
    const restored = await ann.must('episode', 'POST', `${path}/restore`);
    expect({ ...restored, updated_at: '' }).toEqual({ ...before, updated_at: '' });
    expect(await ann.must('episode', 'POST', `${path}/restore`)).toEqual(restored);
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(`/show/${before.show_id}/episodes`)).toBe(200);
  });

  it('is possible for 30 days', async () => {
    const { episode_id } = await published();
    await ann.call('DELETE', `/episode/${episode_id}`);
    await age('episodes', episode_id, 29.9);
    expect(await purge()).toEqual([0, 0]);
    expect((await restore('episode', episode_id)).status).toBe(201);
    await age('episodes', episode_id, 30.1);
    expect((await restore('episode', episode_id)).status).toBe(404);
    expect(await purge()).toEqual([1, 0]);
    expect((await restore('episode', episode_id)).status).toBe(404);
  });

  it('is for those who may edit the show; nobody else learns of the deletion', async () => {
    const { episode_id, show_id } = await published();
    const bob = author(test, await test.signIn());
    expect((await restore('episode', episode_id, bob)).status).toBe(403);
    await ann.call('DELETE', `/episode/${episode_id}`);
    expect((await restore('episode', episode_id, bob)).status).toBe(404);
    const url = `/api/episode/${episode_id}/restore`;
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(401);
    const row = { show_id, user_id: bob.userId, role: 'editor' as const };
    await test.database.insertInto('show_members').values(row).execute();
    expect((await restore('episode', episode_id, bob)).status).toBe(201);
  });

  it('says that the show has to come back first', async () => {
    const { episode_id, show_id } = await published();
    await ann.call('DELETE', `/episode/${episode_id}`);
    await ann.call('DELETE', `/show/${show_id}`);
    const { status, messages } = await restore('episode', episode_id);
    expect(messages).toContain('restore the show first');
    expect(status).toBe(409);
    expect((await restore('show', show_id)).status).toBe(201);
    expect((await restore('episode', episode_id)).status).toBe(201);
  });

  it('publishes an episode whose time has come while it was deleted', async () => {
    const { episode_id } = await scheduled();
    await ann.call('DELETE', `/episode/${episode_id}`);
    await passTime(episode_id);
    await restore('episode', episode_id);
    await test.runJobs();
    expect((await ann.read(episode_id)).state).toBe('published');
  });
});

describe('POST /show/{show_id}/restore', () => {
  it('brings a show back with its episodes, apart from those that were deleted before', async () => {
    const { episode_id, show_id } = await published();
    const other = await ann.makeEpisode({ show_id });
    await ann.call('DELETE', `/episode/${other.episode_id}`);
    await ann.call('DELETE', `/show/${show_id}`);
    expect(await statusOf(`/show/${show_id}`)).toBe(404);
    expect(await statusOf(`/episode/${episode_id}`)).toBe(404);
    const show = await ann.must('show', 'POST', `/show/${show_id}/restore`);
    expect(show).toMatchObject({ show_id, episode_count: 1 });
    expect(await ann.must('show', 'POST', `/show/${show_id}/restore`)).toEqual(show);
    expect(await statusOf(`/episode/${episode_id}`)).toBe(200);
    expect((await ann.call('GET', `/episode/${other.episode_id}`)).status).toBe(404);
  });

  it('publishes an episode whose time has come while its show was deleted', async () => {
    const { episode_id, show_id } = await scheduled();
    await ann.call('DELETE', `/show/${show_id}`);
    await passTime(episode_id);
    await restore('show', show_id);
    await test.runJobs();
    expect((await ann.read(episode_id)).state).toBe('published');
  });

  it('gives the show a guid of its own if another one has it by now', async () => {
    const [{ show_id }, again] = [await ann.makeShow(), await ann.makeShow()];
    const guidOf = async (id: number) => {
      const { payload } = await test.app.inject(`/show/${id}/episodes/feed`);
      return /<podcast:guid>(.+?)</.exec(payload)?.[1];
    };
    const guid = await guidOf(show_id);
    await ann.call('DELETE', `/show/${show_id}`);
    await test.database
      .updateTable('shows')
      .set({ guid: guid ?? '' })
      .where('show_id', '=', again.show_id)
      .execute();
    await restore('show', show_id);
    expect(await guidOf(again.show_id)).toBe(guid);
    expect(await guidOf(show_id)).toMatch(/^[\da-f-]{36}$/);
    expect(await guidOf(show_id)).not.toBe(guid);
  });

  it('is for its owner, for 30 days', async () => {
    const { show_id } = await ann.makeShow();
    const bob = author(test, await test.signIn());
    const row = { show_id, user_id: bob.userId, role: 'editor' as const };
    await test.database.insertInto('show_members').values(row).execute();
    await ann.call('DELETE', `/show/${show_id}`);
    expect((await restore('show', show_id, bob)).status).toBe(404);
    await age('shows', show_id, 30.1);
    expect((await restore('show', show_id)).status).toBe(404);
    await age('shows', show_id, 29.9);
    expect((await restore('show', show_id)).status).toBe(201);
  });

  it('lets an administrator bring back the show of a user who is gone', async () => {
    const eve = author(test, await test.signIn());
    const admin = author(test, await test.signIn({ admin: true }));
    const { show_id } = await eve.makeShow();
    await eve.call('DELETE', `/show/${show_id}`);
    const gone = { deleted_at: new Date() };
    await test.database.updateTable('users').set(gone).where('user_id', '=', eve.userId).execute();
    expect((await restore('show', show_id, admin)).status).toBe(201);
    expect(await statusOf(`/show/${show_id}`)).toBe(200);
    const problems = async () => {
      const found: string[] = [];
      for await (const problem of checkAccounts(test)) found.push(problem);
      return found.join();
    };
    expect(await problems()).not.toContain('show');
    const change = (times: { updated_at?: Date; created_at?: Date }) =>
      test.database.updateTable('shows').set(times).where('show_id', '=', show_id).execute();
    const found = `The user ${eve.userId} is deleted, but has shows.`;
    await change({ created_at: new Date(gone.deleted_at.getTime() + 1) }); // made by a request on its way
    expect(await problems()).toContain(found);
    const before = new Date(gone.deleted_at.getTime() - HOUR_MS);
    await change({ created_at: before, updated_at: before }); // forgotten
    expect(await problems()).toContain(found);
  });
});

describe('what was deleted more than 30 days ago', () => {
  /** A file that only this upload has. */
  async function uploadOwn(text: string): Promise<{ mediaId: number; uploadId: number }> {
    const draft = await test.store.receive(Readable.from([Buffer.from(text)]), 1_000);
    await draft.keep();
    const { sha256, bytes: file_size } = draft;
    const kind = 'audio' as const;
    const { media_id } = await test.database
      .insertInto('media')
      .values({ sha256, kind, mime_type: 'audio/mpeg', extension: 'mp3', file_size, duration: 9 })
      .returning('media_id')
      .executeTakeFirstOrThrow();
    const long = new Date(Date.now() - 40 * DAY_MS);
    const { upload_id } = await test.database
      .insertInto('uploads')
      .values({ user_id: ann.userId, state: 'ready', progress: 100, media_id, updated_at: long })
      .returning('upload_id')
      .executeTakeFirstOrThrow();
    const waveform = { media_id, samples_per_second: 1, peaks: Buffer.from([1]) };
    await test.database
      .insertInto('waveforms')
      .values({ ...waveform, resolution: 'overview' })
      .execute();
    return { mediaId: media_id, uploadId: upload_id };
  }

  async function problems() {
    const found = [];
    for await (const problem of checkMedia(test.deps)) found.push(problem);
    return found;
  }

  it('goes with everything that belongs to it, but not what others own as well', async () => {
    const own = await uploadOwn('only mine');
    const shared = await uploadOwn('of two episodes');
    const { show_id } = await ann.makeShow();
    const kept = await ann.makeEpisode({ show_id, media_id: shared.uploadId });
    const twin = await ann.makeEpisode({ show_id, media_id: shared.uploadId });
    const gone = await ann.makeEpisode({ show_id, media_id: own.uploadId });
    const { episode_id } = await ann.publish(gone.episode_id);
    const payload = { chapters: [{ starts_at: 0, title: 'One' }] };
    expect((await ann.call('PUT', `/episode/${episode_id}/chapters`, { payload })).status).toBe(
      200,
    );
    const transcript = { headers: { 'content-type': 'text/plain' }, payload: 'Words' };
    await ann.call('PUT', `/episode/${episode_id}/transcript`, transcript);
    await ann.call('PUT', `/v2/users/${ann.userId}/likes/${episode_id}`);
    await ann.call('POST', `/v2/episodes/${episode_id}/messages`, { payload: { text: 'Hello' } });
    const belongings = ['chapters', 'transcripts', 'likes', 'messages'];
    const ofEpisode = sql`episode_id = ${episode_id}`;
    for (const table of belongings) expect(await count(table, ofEpisode)).toBe(1);

    for (const id of [episode_id, twin.episode_id]) {
      await ann.call('DELETE', `/episode/${id}`);
      await age('episodes', id, 31);
    }
    const later = { now: new Date(Date.now() + 2 * HOUR_MS) };
    await expireUploads(test.deps);
    await collectGarbage(test.deps, later);
    expect(await count('media', sql`media_id = ${own.mediaId}`)).toBe(1);

    expect(await purge()).toEqual([2, 0]);
    for (const table of belongings) expect(await count(table, ofEpisode)).toBe(0);
    await expireUploads(test.deps);
    await collectGarbage(test.deps, later);
    expect(await count('media', sql`media_id = ${own.mediaId}`)).toBe(0);
    expect(await count('waveforms', sql`media_id = ${own.mediaId}`)).toBe(0);
    expect(await count('media', sql`media_id = ${shared.mediaId}`)).toBe(1);
    expect((await ann.read(kept.episode_id)).media_id).toBe(shared.uploadId);
    expect(await problems()).toEqual([]);
  });

  /** A deleted show whose episodes were not deleted separately. */
  async function deletedShow(episodes: number): Promise<number> {
    const showId = await addShow(test.database, ann.userId);
    for (let n = 0; n < episodes; n++) await addEpisode(test.database, showId);
    await age('shows', showId, 31);
    return showId;
  }

  it('goes with its show, in batches', async () => {
    const showId = await deletedShow(7);
    expect(await purgeShows(test.database)).toBe(0);
    expect(await purge(3)).toEqual([7, 1]);
    expect(await count('shows', sql`show_id = ${showId}`)).toBe(0);
  });

  it('goes once, by two workers at the same time', async () => {
    for (let n = 0; n < 5; n++) await deletedShow(6);
    const removed = await Promise.all([purge(2), purge(2), purge(2)]);
    const rest = await purge();
    const total = (at: 0 | 1) => [...removed, rest].reduce((sum, part) => sum + part[at], 0);
    expect([total(0), total(1)]).toEqual([30, 5]);
  });

  it('goes as whole episodes if the work is broken off, and later the rest', async () => {
    const showId = await deletedShow(6);
    const rows = await test.database
      .selectFrom('episodes')
      .select('episode_id')
      .where('show_id', '=', showId)
      .orderBy('episode_id')
      .execute();
    const ids = rows.map(({ episode_id }) => episode_id);
    for (const episode_id of ids) {
      await test.database
        .insertInto('chapters')
        .values({ episode_id, starts_at: 0, title: 'One' })
        .execute();
    }
    await sql`
      create function break_off() returns trigger language plpgsql as $$
        begin raise exception 'the process is killed'; end $$;
      create trigger break_off before delete on episodes for each row
        when (old.episode_id = ${sql.lit(ids[3])}) execute function break_off();
    `.execute(test.database);
    await expect(purge(2)).rejects.toThrow('the process is killed');
    const ofThese = sql`episode_id = any(${ids})`;
    expect([await count('episodes', ofThese), await count('chapters', ofThese)]).toEqual([4, 4]);
    await sql`drop trigger break_off on episodes; drop function break_off()`.execute(test.database);
    expect(await purge(2)).toEqual([4, 1]);
    expect(await count('chapters', ofThese)).toBe(0);
  });

  it('stops between two batches when the process ends', async () => {
    await deletedShow(2);
    const signal = AbortSignal.abort(new Error('the process ends'));
    await expect(purgeEpisodes(test.database, { signal })).rejects.toThrow('the process ends');
    await expect(purgeShows(test.database, { signal })).rejects.toThrow('the process ends');
  });

  it('is left alone while it is brought back', async () => {
    const { episode_id } = await published();
    await age('episodes', episode_id, 31);
    await test.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('episodes')
        .set({ deleted_at: null })
        .where('episode_id', '=', episode_id)
        .execute();
      expect(await purgeEpisodes(test.database)).toBe(0);
    });
    expect(await purge()).toEqual([0, 0]);
    expect((await ann.read(episode_id)).state).toBe('published');
  });

  it('is removed by a job of every day', async () => {
    const showId = await deletedShow(1);
    await test.deps.jobs.add(test.database, 'purge_deleted', {});
    await test.runJobs();
    expect(await count('shows', sql`show_id = ${showId}`)).toBe(0);
  });
});
