import type { Episode } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ListedEpisode,
  onPublished,
  publishScheduled,
} from '../../../src/features/episodes/publish.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: Author;
let listed: ListedEpisode[] = [];
let rejects: number | null = null;
onPublished(async (_transaction, episode) => {
  if (episode.episode_id === rejects) throw new Error('The listener fails.');
  listed.push(episode);
});
beforeAll(async () => {
  test = await openTestApp();
  ann = author(test, await test.signIn());
});
afterAll(() => test?.close());
beforeEach(() => {
  listed = [];
  rejects = null;
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const publish = (id: number, payload: object = {}) =>
  ann.call('PUT', `/episode/${id}/publish`, { payload });
const unpublish = (id: number) => ann.call('DELETE', `/episode/${id}/publish`);
const schedule = (id: number, at = inHours(1), others = {}) =>
  ann.publish(id, { published_at: at.toISOString(), ...others });
const stateOf = async (id: number) => (await ann.read(id)).state;
const idsOf = (episodes: readonly ListedEpisode[]) => episodes.map(({ episode_id }) => episode_id);

describe('PUT /episode/{episode_id}/publish', () => {
  it('publishes at once, and the second time changes nothing', async () => {
    const { episode_id, show_id } = await ann.makeEpisode();
    const first = await ann.publish(episode_id);
    expect(first).toMatchObject({ state: 'published', visibility: 'public' });
    expect(Date.now() - Date.parse(first.published_at ?? '')).toBeLessThan(60_000);
    const second = await ann.publish(episode_id);
    expect({ ...second, updated_at: '' }).toEqual({ ...first, updated_at: '' });
    const url = `/api/show/${show_id}/episodes`;
    expect((await test.app.inject({ url })).json().response.items).toHaveLength(1);
    expect(listed).toEqual([{ episode_id, show_id, user_id: ann.userId, isFirst: true }]);
  });

  it('takes a date in the past', async () => {
    const { episode_id } = await ann.makeEpisode();
    const published_at = '2020-02-29T12:00:00+02:00';
    const episode = await ann.publish(episode_id, { published_at });
    expect(episode).toMatchObject({ state: 'published', published_at: '2020-02-29T10:00:00.000Z' });
  });

  it.each([
    [{ published_at: 'tomorrow' }, 'published_at: must be a moment such as'],
    [{ published_at: '2026-13-01T00:00:00Z' }, 'published_at: must be a moment such as'],
    [{ published_at: '9999-01-01T00:00:00Z' }, 'published_at: The time must be between'],
    [{ published_at: '2026-12-31T23:59:60Z' }, 'published_at: must be a moment'],
    [{ published_at: '1066-10-14T09:00:00Z' }, 'published_at: The time must be between'],
    [{ visibility: 'secret' }, 'visibility: must be one of public, unlisted, private'],
    [{ state: 'published' }, 'state: is not known'],
  ])('refuses %j', async (payload, message) => {
    const { episode_id } = await ann.makeEpisode();
    const { status, messages } = await publish(episode_id, payload);
    expect(messages).toContain(message);
    expect(status).toBe(400);
    expect(await stateOf(episode_id)).toBe('draft');
  });

  it('says in words what the audio lacks', async () => {
    const without = await ann.makeEpisode({ media_id: null });
    expect((await publish(without.episode_id)).messages).toBe(
      'media_id: The audio is missing; upload it first',
    );
    const processing = { state: 'processing', progress: 40, media_id: null } as const;
    const media_id = await addUpload(test.database, ann.userId, processing);
    const { episode_id } = await ann.makeEpisode({ media_id });
    expect((await publish(episode_id)).messages).toContain('is still being processed (40 %)');
    await test.database
      .updateTable('uploads')
      .set({ state: 'failed', error: 'codec ac-3' })
      .where('upload_id', '=', media_id)
      .execute();
    expect((await publish(episode_id)).messages).toContain(
      'could not be processed. This file cannot be played: its codec is ac-3',
    );
    const ahead = { published_at: inHours(1).toISOString() };
    expect((await publish(episode_id, ahead)).messages).toContain('could not be processed');
    const live = await ann.makeEpisode({ type: 'LIVE', media_id: null });
    expect((await publish(live.episode_id)).messages).toContain('live_url: A live episode needs');
  });

  it('changes for whom the episode is, and gives a private one a key', async () => {
    const { episode_id } = await ann.makeEpisode();
    const hidden = await ann.publish(episode_id, { visibility: 'unlisted' });
    expect(hidden).toMatchObject({ state: 'unlisted', access_key: null });
    expect(listed).toEqual([]);
    const first = await ann.publish(episode_id, { visibility: 'private' });
    expect(first).toMatchObject({
      state: 'private',
      access_key: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await ann.publish(episode_id)).access_key).toBe(first.access_key);
    const open = await ann.publish(episode_id, { visibility: 'public' });
    expect(open).toMatchObject({ state: 'published', access_key: null });
    expect(open.published_at).toBe(first.published_at);
    const again = await ann.publish(episode_id, { visibility: 'private' });
    expect(again.access_key).not.toBe(first.access_key);
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it('is for those who may edit the show', async () => {
    const { episode_id } = await ann.makeEpisode();
    const bob = author(test, await test.signIn());
    const url = `/episode/${episode_id}/publish`;
    expect((await bob.call('PUT', url, { payload: {} })).status).toBe(404);
    await ann.publish(episode_id);
    expect((await bob.call('PUT', url, { payload: {} })).status).toBe(403);
    expect((await bob.call('DELETE', url)).status).toBe(403);
    expect((await test.app.inject({ method: 'PUT', url: `/api${url}` })).statusCode).toBe(401);
  });
});

describe('a public episode with a date ahead, as imports may have', () => {
  it('stays public when it is published without a time', async () => {
    const { episode_id } = await ann.makeEpisode();
    await ann.publish(episode_id);
    const published_at = new Date(Date.now() + HOUR_MS);
    await test.database
      .updateTable('episodes')
      .set({ published_at })
      .where('episode_id', '=', episode_id)
      .execute();
    expect(await ann.publish(episode_id, { visibility: 'public' })).toMatchObject({
      state: 'published',
      published_at: published_at.toISOString(),
    });
  });
});

describe('DELETE /episode/{episode_id}/publish', () => {
  it('takes an episode back to a draft, which keeps its date when it is published again', async () => {
    const { episode_id } = await ann.makeEpisode();
    const published_at = '2024-05-01T00:00:00.000Z';
    await ann.publish(episode_id, { published_at });
    expect((await unpublish(episode_id)).answer.json()).toEqual({ response: {} });
    expect((await unpublish(episode_id)).status).toBe(200);
    const url = `/api/episode/${episode_id}`;
    expect((await test.app.inject({ url })).statusCode).toBe(404);
    expect(await ann.publish(episode_id)).toMatchObject({ state: 'published', published_at });
    expect(listed.map(({ isFirst }) => isFirst)).toEqual([true, false]);
  });
});

describe('a scheduled episode', () => {
  it('is hidden until its time comes, and is published once', async () => {
    const { episode_id } = await ann.makeEpisode();
    const at = inHours(1);
    const scheduled = await schedule(episode_id, at);
    expect(scheduled).toMatchObject({
      state: 'scheduled',
      visibility: 'public',
      published_at: at.toISOString(),
    });
    await test.runJobs();
    expect(await stateOf(episode_id)).toBe('scheduled');
    const url = `/api/episode/${episode_id}`;
    expect((await test.app.inject({ url })).statusCode).toBe(404);

    await becomeDue(episode_id);
    await test.runJobs();
    expect(await stateOf(episode_id)).toBe('published');
    expect((await test.app.inject({ url })).statusCode).toBe(200);
    await publishScheduled(test.deps, episode_id);
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it.each(['unlisted', 'private'] as const)(
    'becomes %s if that was asked for',
    async (visibility) => {
      const { episode_id } = await ann.makeEpisode();
      expect(await schedule(episode_id, inHours(1), { visibility })).toMatchObject({
        state: 'scheduled',
        visibility,
      });
      await becomeDue(episode_id);
      await test.runJobs();
      expect(await ann.read(episode_id)).toMatchObject({ state: visibility, visibility });
      expect(listed).toEqual([]);
    },
  );

  it('becomes live if it is a live episode', async () => {
    const live_url = 'https://radio.example.org/live.m3u8';
    const { episode_id } = await ann.makeEpisode({ type: 'LIVE', live_url, media_id: null });
    await schedule(episode_id);
    await becomeDue(episode_id);
    await test.runJobs();
    expect(await stateOf(episode_id)).toBe('live');
  });

  it('moves with its time', async () => {
    const { episode_id } = await ann.makeEpisode();
    await schedule(episode_id, inHours(1));
    await schedule(episode_id, inHours(3));
    await test.runJobs({ until: inHours(2) });
    expect(await stateOf(episode_id)).toBe('scheduled');
    expect(await jobsOf(episode_id)).toHaveLength(1);
    // The job runs before the current time of the row: it comes back later.
    await test.runJobs({ until: inHours(4) });
    expect(await stateOf(episode_id)).toBe('scheduled');
    await becomeDue(episode_id);
    await test.runJobs();
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it('is published at once by a call without a time', async () => {
    const { episode_id } = await ann.makeEpisode();
    await schedule(episode_id);
    expect(await ann.publish(episode_id)).toMatchObject({ state: 'published' });
    expect(await jobsOf(episode_id)).toEqual([]);
    await test.runJobs({ until: inHours(2) });
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it('is not published if it was taken back or deleted meanwhile', async () => {
    const taken = await ann.makeEpisode();
    await schedule(taken.episode_id);
    await unpublish(taken.episode_id);
    expect(await ann.read(taken.episode_id)).toMatchObject({ state: 'draft', published_at: null });
    expect(await jobsOf(taken.episode_id)).toEqual([]);
    const gone = await ann.makeEpisode();
    await schedule(gone.episode_id);
    await becomeDue(gone.episode_id);
    await ann.call('DELETE', `/episode/${gone.episode_id}`);
    const ofShow = await ann.makeEpisode();
    await schedule(ofShow.episode_id);
    await becomeDue(ofShow.episode_id);
    await ann.call('DELETE', `/show/${ofShow.show_id}`);
    await test.runJobs();
    await publishScheduled(test.deps, taken.episode_id);
    expect(listed).toEqual([]);
  });

  it('waits for its audio, and gives up on audio that has failed', async () => {
    const coming = { state: 'processing', media_id: null } as const;
    const media_id = await addUpload(test.database, ann.userId, coming);
    const { episode_id } = await ann.makeEpisode({ media_id });
    await schedule(episode_id);
    await becomeDue(episode_id);
    await test.runJobs();
    expect(await stateOf(episode_id)).toBe('scheduled');
    expect(await jobsOf(episode_id)).toHaveLength(1);
    const setUpload = (fields: { state: 'failed' }) =>
      test.database.updateTable('uploads').set(fields).where('upload_id', '=', media_id).execute();
    await setUpload({ state: 'failed' });
    await test.runJobs({ until: inHours(1) });
    expect(await jobsOf(episode_id)).toEqual([]);
    const other = await addUpload(test.database, ann.userId);
    await ann.must('episode', 'PUT', `/episode/${episode_id}`, { payload: { media_id: other } });
    await test.runJobs();
    expect(await stateOf(episode_id)).toBe('published');
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it('is published after its job was lost', async () => {
    const { episode_id } = await ann.makeEpisode();
    await schedule(episode_id);
    await test.deps.jobs.cancel(test.database, `publish_episode:${episode_id}`);
    await becomeDue(episode_id, inHours(-48));
    await test.deps.jobs.add(test.database, 'publish_overdue', {});
    await test.runJobs();
    expect(await ann.read(episode_id)).toMatchObject({ state: 'published' });
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it('stays scheduled if what hangs on its publication fails, and is published by the next attempt', async () => {
    const { episode_id } = await ann.makeEpisode();
    await schedule(episode_id);
    await becomeDue(episode_id);
    rejects = episode_id;
    const [said] = await test.runJobs({ mayFail: true });
    expect(said).toContain('The listener fails.');
    expect(await stateOf(episode_id)).toBe('scheduled');
    rejects = null;
    await test.runJobs({ until: inHours(1) });
    expect(await stateOf(episode_id)).toBe('published');
    expect(idsOf(listed)).toEqual([episode_id]);
  });

  it('is published once by many workers, while its author takes it back and publishes it', async () => {
    for (let round = 0; round < 10; round++) {
      listed = [];
      const { episode_id } = await ann.makeEpisode();
      await schedule(episode_id);
      await becomeDue(episode_id);
      const runs = Array.from({ length: 5 }, () => publishScheduled(test.deps, episode_id));
      const calls = round % 2 === 0 ? [unpublish(episode_id)] : [publish(episode_id)];
      await Promise.all([...runs, ...calls]);
      const { state } = await ann.read(episode_id);
      if (round % 2 === 0) expect(state).toBe('draft');
      else expect([state, listed.length]).toEqual(['published', 1]);
      expect(listed.length).toBeLessThanOrEqual(1);
      expect(await jobsOf(episode_id)).toEqual([]);
    }
  });
});

/** Makes the row and the job due. */
async function becomeDue(episodeId: Episode['episode_id'], at = inHours(-0.01)): Promise<void> {
  await test.database
    .updateTable('episodes')
    .set({ published_at: at })
    .where('episode_id', '=', episodeId)
    .execute();
  const jobs = await jobsOf(episodeId);
  if (jobs.length === 0) return;
  const key = `publish_episode:${episodeId}`;
  await test.deps.jobs.add(test.database, 'publish_episode', { episode_id: episodeId }, { key });
}

async function jobsOf(episodeId: number) {
  const { rows } = await sql`
    select id from graphile_worker.jobs where key = ${`publish_episode:${episodeId}`}`.execute(
    test.database,
  );
  return rows;
}
