import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MediaFacts } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../src/features/media/media.ts';
import { giveUpForgotten, processUpload } from '../../../src/features/uploads/process-upload.ts';
import { explainFailure } from '../../../src/features/uploads/uploads.ts';
import type { PushEvent } from '../../../src/platform/push/push-event.ts';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { makeTones, toWav } from '../../helpers/make-sound.ts';
import { AUDIO, isThere } from '../../helpers/real-audio.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { addUpload } from '../../helpers/uploads.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/media/', import.meta.url));
const BELL = join(SAMPLES, 'the-weight-of-a-bell.m4a');
/** A short sound, because reading the bell takes most of a second. */
const makeTone = (level: number) => toWav(makeTones([{ levels: [level], seconds: 2 }], 8_000));
const TONE = makeTone(-20);
const never = new AbortController().signal;

let test: TestApp;
let author: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  author = await test.signIn();
});
afterAll(() => test?.close());

const upload = (file: string | Buffer, options: { repack?: boolean } = {}) =>
  addUpload(test.deps, { userId: author.userId, file, ...options });

const real = (file: string) => join(AUDIO, file);

async function find(uploadId: number) {
  const row = await test.database
    .selectFrom('uploads')
    .leftJoin('media as playing', 'playing.media_id', 'uploads.media_id')
    .leftJoin('media as original', 'original.media_id', 'uploads.original_media_id')
    .leftJoin('media as cover', 'cover.media_id', 'uploads.cover_id')
    .select([
      'uploads.state',
      'uploads.progress',
      'uploads.error',
      'uploads.media_id',
      'uploads.facts',
      'playing.mime_type as type',
      'playing.duration as duration',
      'playing.sha256 as sha256',
      'original.mime_type as original_type',
      'original.sha256 as original_sha256',
      'cover.mime_type as cover_type',
    ])
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
  const error = row.error && explainFailure(row.error, 'en');
  return { ...row, error, facts: row.facts as unknown as MediaFacts };
}

async function process(file: string | Buffer, options: { repack?: boolean } = {}) {
  const uploadId = await upload(file, options);
  await test.runJobs();
  return find(uploadId);
}

async function addEpisode(uploadId: number, fields: { image_id?: number; title?: string } = {}) {
  const { show_id, user_id } = await test.database
    .selectFrom('shows')
    .select(['show_id', 'user_id'])
    .executeTakeFirstOrThrow();
  const { episode_id } = await test.database
    .insertInto('episodes')
    .values({
      show_id,
      user_id,
      permalink: `upload-${uploadId}-${Math.random()}`,
      title: 'Waiting',
      description: '',
      published_at: new Date(),
      explicit: false,
      upload_id: uploadId,
      ...fields,
    })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  return episode_id;
}

const findEpisode = async (id: number) =>
  (await test.app.inject(`/api/v2/episodes/${id}`)).json().response.episode;

describe('processUpload', () => {
  it('makes an upload ready, with the facts of its bytes', async () => {
    const row = await process(BELL);
    expect(row).toMatchObject({ state: 'ready', progress: 100, error: null, type: 'audio/mp4' });
    expect(row.duration).toBeGreaterThan(10);
    expect(row.facts).toMatchObject({ channels: 1, needs_repack: false, repacked: false });
    expect(row.facts.loudness.integrated).toBeGreaterThan(-60);
    expect(row.facts.bitrate).toBeGreaterThan(10_000);
  });

  /** A tag of ID3v2.4 with a title. */
  function id3(title: string): Buffer {
    const text = Buffer.from(`\x03${title}`);
    const size = (bytes: number) => Buffer.from([0, 0, bytes >> 7, bytes & 0x7f]);
    const frame = [Buffer.from('TIT2'), size(text.length), Buffer.alloc(2), text];
    return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), size(text.length + 10), ...frame]);
  }

  it('stores a long title that would be cut within a character', async () => {
    const sound = makeMp3({ rate: 44_100, seconds: 2 });
    const row = await process(Buffer.concat([id3(`${'a'.repeat(499)}🔔`), sound]));
    expect(row).toMatchObject({ state: 'ready', facts: { title: 'a'.repeat(499) } });
  });

  it('stores the waveform of the file that plays', async () => {
    const uploadId = await upload(TONE);
    await test.runJobs();
    const { media_id, duration } = await find(uploadId);
    const rows = await test.database
      .selectFrom('waveforms')
      .selectAll()
      .where('media_id', '=', media_id)
      .orderBy('resolution')
      .execute();
    expect(rows.map(({ resolution }) => resolution)).toEqual(['detail', 'overview']);
    expect(rows[0]?.peaks.length).toBe(Math.round((duration ?? 0) * 10));
  });

  it.each([
    ['<!doctype html><p>Not found', 'it is a web page, not audio'],
    ['', 'it is empty'],
    ['PK\x03\x04', 'it is a ZIP archive'],
  ])('says in words why %j cannot be played, and lets go of the file', async (text, reason) => {
    const row = await process(Buffer.from(text));
    expect(row).toMatchObject({ state: 'failed', media_id: null });
    expect(row.error).toBe(
      `This file cannot be played: ${reason}. Upload the recording as MP3 or M4A.`,
    );
  });

  it.each([
    ['en', 'it is a ZIP archive. Upload'],
    ['it', 'è un archivio ZIP. Carica'],
    ['ar', 'إنه أرشيف ZIP. ارفع'],
  ])('says it in the language of the owner: %s', async (language, words) => {
    const uploadId = await upload(Buffer.from('PK\x03\x04'));
    await test.runJobs();
    const headers = { ...author.headers, 'accept-language': language };
    const answer = await test.app.inject({ url: `/api/media/${uploadId}`, headers });
    expect(answer.json().response.media.error).toContain(words);
  });

  it.each([
    ['a sentence of an earlier version', 'It is a film.', 'it', 'It is a film.'],
    ['the codec of a file', 'codec ac-3', 'it', 'il suo codec è ac-3, che'],
    ['our fault', 'our_fault', 'it', 'da parte nostra'],
  ] as const)('tells %s', (_, stored, language, words) => {
    expect(explainFailure(stored, language)).toContain(words);
  });

  it('says that bytes were lost', async () => {
    const uploadId = await upload(Buffer.from('soon gone'));
    await test.store.delete((await find(uploadId)).sha256 ?? '');
    await test.runJobs();
    expect(await find(uploadId)).toMatchObject({ state: 'failed' });
    expect((await find(uploadId)).error).toContain('Please upload it again');
  });

  it('is `processing` meanwhile, and writes the progress', async () => {
    const uploadId = await upload(TONE);
    const seen: unknown[] = [];
    const store: MediaStore = {
      ...test.store,
      async withLocalFile(sha256, run) {
        const { state, progress } = await find(uploadId);
        seen.push({ state, progress });
        return test.store.withLocalFile(sha256, run);
      },
    };
    await processUpload({ ...test.deps, store }, uploadId, never);
    expect(seen).toEqual([{ state: 'processing', progress: 0 }]);
    expect((await find(uploadId)).state).toBe('ready');
    await test.runJobs();
  });

  it('tells its author how it stands', async () => {
    const uploadId = await upload(TONE);
    const broken = await upload(Buffer.from('<!doctype html>'));
    const events: PushEvent[] = [];
    const push = {
      ...test.deps.push,
      publish: (more: readonly PushEvent[]) => events.push(...more) > 0,
    };
    for (const id of [uploadId, broken]) await processUpload({ ...test.deps, push }, id, never);
    expect(new Set(events.map(({ channel }) => channel))).toEqual(
      new Set([`private-user_${author.userId}`]),
    );
    const ends = events.filter(({ data }) => Object(data).progress % 100 === 0);
    expect(ends.map(({ event, data }) => [event, data])).toEqual([
      ['media', { media_id: uploadId, state: 'processing', progress: 0 }],
      ['media', { media_id: uploadId, state: 'ready', progress: 100 }],
      ['media', { media_id: broken, state: 'processing', progress: 0 }],
      ['media', { media_id: broken, state: 'failed', progress: 0 }],
    ]);
    await test.runJobs();
  });

  it('ends right if two processes do it at once, and if it is done again', async () => {
    const uploadId = await upload(TONE);
    const run = () => processUpload(test.deps, uploadId, never);
    await Promise.all([run(), run()]);
    const row = await find(uploadId);
    expect(row.state).toBe('ready');
    await run();
    expect(await find(uploadId)).toEqual(row);
    await test.runJobs();
  });

  it('shows nothing of an attempt that was cut short, and ends right in the next', async () => {
    const uploadId = await upload(TONE);
    const stop = new AbortController();
    const started = processUpload(test.deps, uploadId, stop.signal);
    stop.abort(new Error('the process stops'));
    await expect(started).rejects.toThrow('the process stops');
    expect(await find(uploadId)).toMatchObject({ state: 'processing', facts: {} });
    await test.runJobs();
    expect((await find(uploadId)).state).toBe('ready');
    expect(await readdir(join(test.deps.config.dataDir, 'work'))).toEqual([]);
  });

  it('leaves an upload alone that was removed meanwhile', async () => {
    const uploadId = await upload(TONE);
    const remove = () =>
      test.database
        .updateTable('uploads')
        .set({ deleted_at: new Date(), media_id: null })
        .where('upload_id', '=', uploadId)
        .execute();
    const store: MediaStore = {
      ...test.store,
      async withLocalFile(sha256, run) {
        const result = await test.store.withLocalFile(sha256, run);
        await remove();
        return result;
      },
    };
    await processUpload({ ...test.deps, store }, uploadId, never);
    expect(await find(uploadId)).toMatchObject({ media_id: null, facts: {} });
    await test.runJobs();
    expect(await find(uploadId)).toMatchObject({ media_id: null, facts: {} });
  });

  it('fails in words when no attempt is left', async () => {
    const uploadId = await upload(TONE);
    await test.database
      .updateTable('uploads')
      .set({ media_id: null })
      .where('upload_id', '=', uploadId)
      .execute();
    await sql`update graphile_worker._private_jobs set max_attempts = 1
      where key = ${`process_upload:${uploadId}`}`.execute(test.database);
    await test.runJobs({ mayFail: true });
    expect((await find(uploadId)).error).toContain('Something went wrong on our side');
  });

  it('gives up an upload that no job processes any more', async () => {
    const [forgotten, waiting] = [await upload(TONE), await upload(TONE)];
    await test.deps.jobs.cancel(test.database, `process_upload:${forgotten}`);
    await sql`update uploads set updated_at = now() - interval '11 minutes'
      where upload_id in (${forgotten}, ${waiting})`.execute(test.database);
    await giveUpForgotten(test.deps);
    expect((await find(forgotten)).state).toBe('failed');
    expect((await find(waiting)).state).toBe('uploaded');
    await test.runJobs();
  });
});

describe.skipIf(!isThere)('a file in which browsers seek wrongly', () => {
  it.each([
    ['own-vbr-noxing.mp3', 'audio/mpeg', 'audio/mpeg'],
    ['own-adts.aac', 'audio/mp4', 'audio/aac'],
  ])('is repacked, and kept as it was sent: %s', async (file, type, original_type) => {
    const row = await process(real(file));
    expect(row).toMatchObject({ state: 'ready', type, original_type });
    expect(row.facts).toMatchObject({ needs_repack: true, repacked: true });
    expect(row.sha256).not.toBe(row.original_sha256);
    await test.store.withLocalFile(row.original_sha256 ?? '', async (path) => {
      expect(readFileSync(path).equals(readFileSync(real(file)))).toBe(true);
    });
    expect(await test.store.stat(row.sha256 ?? '')).not.toBeNull();
  });

  it('stays as it is if the author does not agree', async () => {
    const row = await process(real('tagged-adts.aac'), { repack: false });
    expect(row).toMatchObject({ state: 'ready', type: 'audio/aac', original_type: null });
    expect(row.facts).toMatchObject({ needs_repack: true, repacked: false });
  });
});

describe.skipIf(!isThere)('episodes that wait for an upload', () => {
  const CHAPTERS = real('own-id3v24-chap-ctoc-art.mp3');

  it('get the audio, the chapters and the cover', async () => {
    const uploadId = await upload(CHAPTERS);
    const id = await addEpisode(uploadId);
    const before = await findEpisode(id);
    await test.runJobs();
    const episode = await findEpisode(id);
    expect(episode.duration).toBeCloseTo(75.05, 1);
    expect(episode.http_url).toMatch(/\.mp3$/);
    expect(episode.chapters.map(({ title }: { title: string }) => title)).toEqual([
      'Intro',
      'Zweites Kapitel äöü',
      'トーン',
      'Ende & <b>markup</b>',
    ]);
    expect(episode.image_url).not.toBe(before.image_url);
    expect((await find(uploadId)).cover_type).toMatch(/^image\//);
  });

  it('keep their own chapters and cover', async () => {
    const uploadId = await upload(CHAPTERS);
    const cover = await test.database
      .selectFrom('media')
      .select('media_id')
      .where('kind', '=', 'image')
      .executeTakeFirstOrThrow();
    const id = await addEpisode(uploadId, { image_id: cover.media_id });
    await test.database
      .insertInto('chapters')
      .values({ episode_id: id, starts_at: 3, title: 'Mine' })
      .execute();
    const { image_url } = await findEpisode(id);
    await test.runJobs();
    const episode = await findEpisode(id);
    expect(episode.duration).toBeCloseTo(75.05, 1);
    expect(episode.chapters).toHaveLength(1);
    expect(episode.image_url).toBe(image_url);
  });

  it('get the chapters and the cover as well if the upload was ready before', async () => {
    const uploadId = await upload(CHAPTERS);
    await test.runJobs();
    const { show_id } = await test.database
      .updateTable('shows')
      .set({ user_id: author.userId })
      .returning('show_id')
      .executeTakeFirstOrThrow();
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/episode',
      headers: author.headers,
      payload: { show_id, title: 'Late', media_id: uploadId },
    });
    const { episode_id } = answer.json().response.episode;
    const row = await test.database
      .selectFrom('episodes')
      .innerJoin('uploads', 'uploads.upload_id', 'episodes.upload_id')
      .select(['image_id', 'cover_id'])
      .where('episode_id', '=', episode_id)
      .executeTakeFirstOrThrow();
    expect(row.image_id).toBe(row.cover_id);
    expect(answer.json().response.episode.chapters).toHaveLength(4);
  });

  it('do not get tags that would break a page', async () => {
    const row = await process(real('own-id3-hostile-text.mp3'));
    expect(row.facts.title).not.toMatch(/[\u202a-\u202e]/);
  });

  it('keep waiting if the upload fails', async () => {
    const uploadId = await upload(Buffer.from('%PDF-1.7'));
    const id = await addEpisode(uploadId);
    await test.runJobs();
    const { media_id } = await test.database
      .selectFrom('episodes')
      .select('media_id')
      .where('episode_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(media_id).toBeNull();
  });
});

describe.each(['a folder', 'S3'])('a file that is uploaded to %s', (kind) => {
  let s3: S3Server | null = null;
  let own: TestApp;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await openS3Server();
    own = await openTestApp({ ...s3?.env });
  });
  afterAll(async () => {
    await own?.close();
    await s3?.close();
  });

  it('is ready for its author, and plays', async () => {
    const { headers } = await own.signIn();
    const payload = new FormData();
    payload.append('file', new File([new Uint8Array(TONE)], 'tone.wav'));
    const sent = await own.app.inject({ method: 'POST', url: '/api/media', headers, payload });
    const { media_id } = sent.json().response.media;
    await own.runJobs();
    const url = `/api/media/${media_id}`;
    const { media } = (await own.app.inject({ url, headers })).json().response;
    expect(media).toMatchObject({ state: 'ready', progress: 100, mime_type: 'audio/wav' });
    expect(media.facts).toMatchObject({ channels: 1, clipping: 0, repacked: false });
    expect(media.facts.loudness.integrated).toBeLessThan(0);
    const played = await own.app.inject(new URL(media.http_url).pathname);
    expect(played.headers['content-type']).toBe('audio/wav');
    expect(played.rawPayload.equals(TONE)).toBe(true);
  });

  it('is collected with its waveform when nobody needs it', async () => {
    const { userId } = await own.signIn();
    await addUpload(own.deps, { userId, file: makeTone(-30) }); // other bytes than another author has
    await own.runJobs();
    const { media_id } = await own.database
      .deleteFrom('uploads')
      .where('user_id', '=', userId)
      .returning('media_id')
      .executeTakeFirstOrThrow();
    const count = () =>
      own.database.selectFrom('waveforms').selectAll().where('media_id', '=', media_id).execute();
    expect(await count()).toHaveLength(2);
    await collectGarbage(own.deps, { now: new Date(Date.now() + 2 * 3_600_000) });
    expect(await count()).toEqual([]);
  });
});
