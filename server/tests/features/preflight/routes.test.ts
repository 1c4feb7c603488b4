import type { PreflightItem } from 'earshot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { makeTones, toWav } from '../../helpers/make-sound.ts';
import { multipart } from '../../helpers/multipart.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { addUpload } from '../../helpers/uploads.ts';

const RATE = 8_000;

let test: TestApp;
let ann: Author;
beforeAll(async () => {
  test = await openTestApp();
  ann = author(test, await test.signIn());
});
afterAll(() => test?.close());

async function inspect(episodeId: number, who: Author = ann) {
  const { answer, status } = await who.call('GET', `/episode/${episodeId}/preflight`);
  const items = (answer.json().response?.items ?? []) as PreflightItem[];
  return { status, items, ids: items.map(({ id }) => id) };
}

async function setCover(path: string, pixels: number) {
  const create = { width: pixels, height: pixels, channels: 3, background: 'navy' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const { status } = await ann.call('PUT', path, multipart('image', { bytes }));
  expect(status).toBe(200);
}

/** Twelve seconds of silence, a second that is too loud, and eleven seconds of silence. */
const CLIPPED = toWav(
  makeTones(
    [
      { levels: [-200], seconds: 12 },
      { levels: [6], seconds: 1 },
      { levels: [-200], seconds: 11 },
    ],
    RATE,
  ),
);

describe('GET /episode/{episode_id}/preflight', () => {
  it('tells what is wrong with real audio as soon as it was examined', async () => {
    const media_id = await addUpload(test.deps, { userId: ann.userId, file: CLIPPED });
    const { episode_id, show_id } = await ann.makeEpisode({ media_id });
    expect((await inspect(episode_id)).ids).toEqual([
      'cover-missing',
      'audio-processing',
      'description-missing',
    ]);
    await test.runJobs();
    await setCover(`/show/${show_id}/cover`, 600);
    const { ids, items } = await inspect(episode_id);
    expect(ids).toEqual([
      'cover-too-small',
      'description-missing',
      'audio-format',
      'audio-clipping',
      'silence-start',
      'silence-end',
      'loudness',
    ]);
    const texts = items.map(({ text }) => text).join('\n');
    expect(texts).toContain('The cover of the show has 600 x 600 pixels');
    expect(texts).toContain('12 seconds of silence at its start');
    expect(texts).toContain('11 seconds of silence at its end');
  });

  it('has nothing to say once everything is mended', async () => {
    const { show_id } = await ann.makeShow();
    const payload = { show_id, title: 'Good', description: 'About bells.' };
    const { episode_id } = await ann.must('episode', 'POST', '/episode', { payload });
    expect((await inspect(episode_id)).ids).toEqual(['audio-missing', 'cover-missing']);
    await setCover(`/episode/${episode_id}/cover`, 1_400);
    const good = await ann.makeEpisode({ show_id });
    await ann.must('episode', 'PUT', `/episode/${episode_id}`, {
      payload: { media_id: good.media_id },
    });
    expect((await inspect(episode_id)).items).toEqual([]);
  });

  it('says why an upload failed', async () => {
    const film = Buffer.from('this is no audio at all, but a text that claims to be');
    const media_id = await addUpload(test.deps, { userId: ann.userId, file: film });
    const { episode_id } = await ann.makeEpisode({ media_id });
    await test.runJobs();
    const failed = (await inspect(episode_id)).items.find(({ id }) => id === 'audio-failed');
    expect(failed).toMatchObject({ severity: 'error', field: 'media_id' });
    const end = 'This file cannot be played: it is not audio. Upload the recording as MP3 or M4A.';
    expect(failed?.text).toBe(`The audio could not be processed. ${end}`);
  });

  it('finds chapters behind the end of the audio', async () => {
    const { episode_id } = await ann.makeEpisode();
    const chapters = [{ starts_at: 0, title: 'Start' }];
    const path = `/episode/${episode_id}/chapters`;
    expect((await ann.call('PUT', path, { payload: { chapters } })).status).toBe(200);
    expect((await inspect(episode_id)).ids).not.toContain('chapters-late');
    const late = { episode_id, starts_at: 1e6, title: 'Cut off' };
    await test.database.insertInto('chapters').values(late).execute();
    expect((await inspect(episode_id)).ids).toContain('chapters-late');
  });

  it('finds an episode that apps take for the same, until that is deleted', async () => {
    const { episode_id, show_id } = await ann.makeEpisode();
    const twin = await ann.makeEpisode({ show_id });
    const setGuid = (id: number, guid: string) =>
      test.database.updateTable('episodes').set({ guid }).where('episode_id', '=', id).execute();
    await setGuid(episode_id, 'Bell-1');
    await setGuid(twin.episode_id, ' bell-1 ');
    const { items } = await inspect(episode_id);
    expect(items.find(({ id }) => id === 'guid-duplicate')?.text).toContain(
      String(twin.episode_id),
    );
    await ann.call('DELETE', `/episode/${twin.episode_id}`);
    expect((await inspect(episode_id)).ids).not.toContain('guid-duplicate');
  });

  it('is for those who may edit the show', async () => {
    const { episode_id } = await ann.makeEpisode();
    const bob = author(test, await test.signIn());
    expect((await inspect(episode_id, bob)).status).toBe(404);
    await ann.publish(episode_id);
    expect((await inspect(episode_id, bob)).status).toBe(403);
    const url = `/api/episode/${episode_id}/preflight`;
    expect((await test.app.inject(url)).statusCode).toBe(401);
    await ann.call('DELETE', `/episode/${episode_id}`);
    expect((await inspect(episode_id)).status).toBe(404);
  });
});
