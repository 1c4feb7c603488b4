import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collectGarbage, saveKeptMedia, saveMedia } from '../../../src/features/media/media.ts';
import { checkMedia, type MediaProblem } from '../../../src/features/uploads/check-media.ts';
import { expireUploads } from '../../../src/features/uploads/expire-uploads.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { createTus, idOf, listen, type TusClient } from '../../helpers/tus.ts';

const HOUR_MS = 3_600_000;

describe.each(['a folder', 'S3'])('the files in %s that nobody needs', (kind) => {
  let s3: S3Server | null = null;
  let test: TestApp;
  let user: SignedIn;
  let tus: TusClient;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await openS3Server();
    test = await openTestApp({ ...s3?.env });
    user = await test.signIn();
    tus = createTus(await listen(test), user.headers);
  });
  afterAll(async () => {
    await test?.close();
    await s3?.close();
  });

  const inFuture = (ms: number) => new Date(Date.now() + ms);

  async function upload(bytes = randomBytes(1_000)): Promise<number> {
    const url = await tus.create(bytes.length);
    await tus.patch(url, 0, bytes);
    return idOf(url);
  }

  async function fileOf(uploadId: number): Promise<string> {
    const { sha256 } = await test.database
      .selectFrom('uploads')
      .innerJoin('media', 'media.media_id', 'uploads.media_id')
      .select('sha256')
      .where('upload_id', '=', uploadId)
      .executeTakeFirstOrThrow();
    return sha256;
  }

  async function keepFile(text: string): Promise<string> {
    const draft = await test.store.receive(Readable.from([Buffer.from(text)]), 1_000);
    await draft.keep();
    return draft.sha256;
  }

  const collectLater = (ms: number) => collectGarbage(test.deps, { now: inFuture(ms) });

  async function problems(now = new Date()): Promise<MediaProblem[]> {
    const found: MediaProblem[] = [];
    for await (const problem of checkMedia(test.deps, now)) found.push(problem);
    return found;
  }

  it('are removed an hour after their last owner, and not those of somebody else', async () => {
    const shared = randomBytes(1_000);
    const [alone, first, second] = [await upload(), await upload(shared), await upload(shared)];
    const [aloneFile, sharedFile] = [await fileOf(alone), await fileOf(first)];
    for (const id of [alone, first]) {
      const headers = user.headers;
      await test.app.inject({ method: 'DELETE', url: `/api/media/${id}`, headers });
    }
    await collectLater(0);
    expect(await test.store.stat(aloneFile)).not.toBeNull();
    await collectLater(2 * HOUR_MS);
    expect(await test.store.stat(aloneFile)).toBeNull();
    expect(await test.store.stat(sharedFile)).not.toBeNull();
    expect(await fileOf(second)).toBe(sharedFile);
    expect(await problems()).toEqual([]);
  });

  it('are not removed while shows, episodes and users refer to them', async () => {
    const count = async () => {
      const row = await test.database
        .selectFrom('media')
        .innerJoin('episodes', 'episodes.media_id', 'media.media_id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await collectLater(2 * HOUR_MS);
    expect(await count()).toBe(before);
    expect(await problems()).toEqual([]);
  });

  it('are removed a day after a crash between the file and its row', async () => {
    const sha256 = await keepFile('a crash came before its row');
    expect(await problems()).toEqual([
      expect.objectContaining({ problem: 'stray', sha256, bytes: 27 }),
    ]);
    await collectLater(23 * HOUR_MS);
    expect(await test.store.stat(sha256)).not.toBeNull();
    await collectLater(25 * HOUR_MS);
    expect(await test.store.stat(sha256)).toBeNull();
    expect(await problems()).toEqual([]);
  });

  it('stay if they are stored again in the last moment', async () => {
    const old = await upload(Buffer.from('stored twice'));
    const sha256 = await fileOf(old);
    await test.app.inject({ method: 'DELETE', url: `/api/media/${old}`, headers: user.headers });
    await sql`update media set created_at = now() - interval '2 hours' where sha256 = ${sha256}`.execute(
      test.database,
    );
    await keepFile('stored twice'); // its owner is saved a little later
    await collectGarbage(test.deps);
    expect(await test.store.stat(sha256)).not.toBeNull();
    const facts = { sha256, kind: 'audio', mime_type: 'audio/mpeg', extension: 'mp3' } as const;
    const media = { ...facts, file_size: 12, duration: 1 };
    await test.database
      .transaction()
      .execute((transaction) => saveKeptMedia(transaction, test.store, media));
    expect(await problems()).toEqual([]);
  });

  it('are never named by a new row if they were removed in between', async () => {
    const sha256 = 'cd'.repeat(32);
    const media = { sha256, kind: 'audio', file_size: 1, duration: 1 } as const;
    const saving = test.database
      .transaction()
      .execute((transaction) =>
        saveKeptMedia(transaction, test.store, { ...media, mime_type: 'a/b', extension: 'c' }),
      );
    await expect(saving).rejects.toThrow('removed while it was stored');
  });

  it('are reported if the database knows them and they are gone or damaged', async () => {
    const [lost, damaged] = [await upload(), await upload()];
    const [lostFile, damagedFile] = [await fileOf(lost), await fileOf(damaged)];
    await test.store.delete(lostFile);
    await sql`update media set file_size = 999 where sha256 = ${damagedFile}`.execute(
      test.database,
    );
    expect(await problems()).toEqual([
      expect.objectContaining({ problem: 'missing', sha256: lostFile }),
      expect.objectContaining({ problem: 'damaged', sha256: damagedFile, bytes: 1_000 }),
    ]);
    await sql`update media set file_size = 1000 where sha256 = ${damagedFile}`.execute(
      test.database,
    );
    await test.app.inject({ method: 'DELETE', url: `/api/media/${lost}`, headers: user.headers });
    await collectLater(2 * HOUR_MS);
    expect(await problems()).toEqual([]);
  });

  it('include uploads that nobody goes on with for a day', async () => {
    const [idle, active] = [await tus.create(10), await tus.create(10)];
    await tus.patch(idle, 0, '01234');
    await tus.patch(active, 0, '01234');
    await test.database
      .updateTable('uploads')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('upload_id', '=', idOf(idle))
      .execute();
    await expireUploads(test.deps);
    expect((await tus.send('HEAD', idle)).status).toBe(404);
    expect(await tus.offset(active)).toBe(5);
    const parts: string[] = [];
    for await (const { id } of test.store.partials.list()) parts.push(id);
    expect(parts).toEqual([String(idOf(active))]);
    await tus.patch(active, 5, '56789');
    expect(await problems()).toEqual([]);
  });

  it('include the bytes of uploads that are gone', async () => {
    const writer = await test.store.partials.open('987654', { length: 0, writer: 1 });
    await writer.write(Buffer.from('left over'));
    await writer.sync();
    await writer.close();
    await expireUploads(test.deps);
    const leftovers = () => problems(inFuture(25 * HOUR_MS));
    expect(await leftovers()).toEqual([{ problem: 'leftover', upload: '987654' }]);
    await expireUploads(test.deps, { now: inFuture(25 * HOUR_MS) });
    expect(await leftovers()).toEqual([]);
  });

  it('do not include bytes of an unfinished upload, whose loss is reported', async () => {
    const url = await tus.create(10);
    await tus.patch(url, 0, '01234');
    expect(await problems()).toEqual([]);
    await test.store.partials.remove(String(idOf(url)));
    expect(await problems()).toEqual([
      { problem: 'incomplete', upload_id: idOf(url), expected: 5 },
    ]);
    await tus.send('DELETE', url);
  });

  it('include finished uploads that no episode has played for 30 days', async () => {
    const [unused, played, failed] = [await upload(), await upload(), await upload()];
    const files = await Promise.all([unused, played, failed].map(fileOf));
    const { episode_id } = await test.database
      .selectFrom('episodes')
      .select('episode_id')
      .executeTakeFirstOrThrow();
    await test.database
      .updateTable('episodes')
      .set({ upload_id: played })
      .where('episode_id', '=', episode_id)
      .execute();
    await test.database
      .updateTable('uploads')
      .set({ state: 'failed', error: 'It is no audio.' })
      .where('upload_id', '=', failed)
      .execute();
    await expireUploads(test.deps, { now: inFuture(2 * 24 * HOUR_MS) });
    await collectLater(2 * HOUR_MS);
    const left = async () =>
      Promise.all(files.map(async (file) => !!(await test.store.stat(file))));
    expect(await left()).toEqual([true, true, false]);
    const url = `/api/media/${failed}`;
    const answer = await test.app.inject({ url, headers: user.headers });
    expect(answer.json().response.media.error).toBe('It is no audio.');
    await expireUploads(test.deps, { now: inFuture(31 * 24 * HOUR_MS) });
    await collectLater(2 * HOUR_MS);
    expect(await left()).toEqual([false, true, false]);
    expect(await problems()).toEqual([]);
  });

  it('forget their pictures in other sizes', async () => {
    const { sha256 } = await test.database
      .selectFrom('media')
      .select('sha256')
      .where('kind', '=', 'image')
      .executeTakeFirstOrThrow();
    (await test.deps.images.read(sha256, 80, 'webp'))?.destroy();
    await test.deps.images.forget(sha256);
    const reads = vi.spyOn(test.store, 'withLocalFile');
    (await test.deps.images.read(sha256, 80, 'webp'))?.destroy();
    expect(reads).toHaveBeenCalledOnce();
    reads.mockRestore();
  });

  it('stay while two collections and an upload of the same bytes run at once', async () => {
    for (let round = 0; round < 10; round++) {
      const bytes = Buffer.from(`round ${round}`);
      const old = await upload(bytes);
      const sha256 = await fileOf(old);
      await test.app.inject({ method: 'DELETE', url: `/api/media/${old}`, headers: user.headers });
      const [fresh] = await Promise.all([
        upload(bytes),
        collectLater(2 * HOUR_MS),
        collectLater(2 * HOUR_MS),
      ]);
      const { media_id } = await test.database
        .selectFrom('uploads')
        .select('media_id')
        .where('upload_id', '=', fresh)
        .executeTakeFirstOrThrow();
      // An upload that met the collection is finished a minute later.
      if (media_id !== null) expect(await test.store.stat(sha256)).not.toBeNull();
    }
    expect((await problems()).filter(({ problem }) => problem === 'missing')).toEqual([]);
  });

  it('are saved with a row that counts as new', async () => {
    const sha256 = await keepFile('an import');
    const facts = { sha256, kind: 'audio', mime_type: 'audio/mpeg', extension: 'mp3' } as const;
    const media = { ...facts, file_size: 9, duration: 1 };
    await saveMedia(test.database, media);
    await sql`update media set created_at = now() - interval '2 hours' where sha256 = ${sha256}`.execute(
      test.database,
    );
    await keepFile('an import');
    await saveMedia(test.database, media); // the episode that plays it comes in a moment
    await collectGarbage(test.deps);
    expect(await test.store.stat(sha256)).not.toBeNull();
    expect(await problems()).toEqual([]);
  });
});
