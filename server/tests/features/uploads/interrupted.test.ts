import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { appendBytes } from '../../../src/features/uploads/append-bytes.ts';
import { finishUpload } from '../../../src/features/uploads/finish-upload.ts';
import { storePiece } from '../../../src/features/uploads/tus.ts';
import { StorageUnavailable } from '../../../src/platform/storage/storage-unavailable.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { createTus, idOf, listen, type TusClient } from '../../helpers/tus.ts';

const IN_TWO_MINUTES = () => new Date(Date.now() + 120_000);

let test: TestApp;
let user: SignedIn;
let tus: TusClient;
beforeAll(async () => {
  test = await openTestApp();
  user = await test.signIn();
  tus = createTus(await listen(test), user.headers);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test?.close());

async function stateOf(url: string): Promise<string> {
  const headers = user.headers;
  const answer = await test.app.inject({ url: `/api/media/${idOf(url)}`, headers });
  return answer.json().response.media.state;
}

async function countJobs(): Promise<number> {
  const rows = await test.database
    .selectFrom('graphile_worker.jobs' as never)
    .select('key' as never)
    .where('task_identifier' as never, '=', 'process_upload' as never)
    .execute();
  return rows.length;
}

describe('an upload whose last step fails', () => {
  it('is acknowledged, and finished by a job', async () => {
    vi.spyOn(test.store.partials, 'assemble').mockRejectedValueOnce(new StorageUnavailable('away'));
    const url = await tus.create(4);
    expect((await tus.patch(url, 0, 'done')).status).toBe(204);
    expect(await stateOf(url)).toBe('uploading');
    await test.runJobs({ until: IN_TWO_MINUTES() });
    expect(await stateOf(url)).not.toBe('uploading');
  });

  it('is finished once, however many try at once', async () => {
    vi.spyOn(test.store.partials, 'assemble').mockRejectedValueOnce(new StorageUnavailable('away'));
    const url = await tus.create(4);
    await tus.patch(url, 0, 'done');
    const before = await countJobs();
    await Promise.all([1, 2, 3].map(() => finishUpload(test.deps, idOf(url))));
    expect(await stateOf(url)).toBe('uploaded');
    expect(await countJobs()).toBe(before + 1);
  });

  it('is stored and free for other requests before it is finished', async () => {
    const { assemble } = test.store.partials;
    let goOn = () => {};
    vi.spyOn(test.store.partials, 'assemble').mockImplementationOnce(async (...args) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return assemble(...args);
    });
    const url = await tus.create(4);
    const { offset, finishing } = await storePiece(test.deps, {
      uploadId: idOf(url),
      offset: 0,
      length: null,
      body: Readable.from([Buffer.from('done')]),
      bodyBytes: null,
      checksum: null,
    });
    expect(offset).toBe(4);
    expect(await stateOf(url)).toBe('uploading');
    expect(await tus.offset(url)).toBe(4);
    goOn();
    await finishing;
    expect(await stateOf(url)).toBe('uploaded');
  });

  it('fails in words if its bytes are gone', async () => {
    const url = await tus.create(8);
    await tus.patch(url, 0, 'half');
    await test.store.partials.remove(String(idOf(url)));
    await test.database
      .updateTable('uploads')
      .set({ declared_size: 4 })
      .where('upload_id', '=', idOf(url))
      .execute();
    await finishUpload(test.deps, idOf(url));
    const headers = user.headers;
    const answer = await test.app.inject({ url: `/api/media/${idOf(url)}`, headers });
    expect(answer.json().response.media).toMatchObject({
      state: 'failed',
      error: 'Some bytes of this file were lost here. Please upload it again.',
    });
  });

  it('gives nothing away if it is removed meanwhile', async () => {
    const { assemble } = test.store.partials;
    vi.spyOn(test.store.partials, 'assemble').mockImplementationOnce(async (...args) => {
      const draft = await assemble(...args);
      await test.app.inject({
        method: 'DELETE',
        url: `/api/media/${args[0]}`,
        headers: user.headers,
      });
      return draft;
    });
    const before = await countJobs();
    const url = await tus.create(4);
    await tus.patch(url, 0, 'done');
    expect((await tus.send('HEAD', url)).status).toBe(404);
    expect(await countJobs()).toBe(before);
  });
});

describe('an upload whose disk fails', () => {
  it('keeps what was stored, and says that there is no room', async () => {
    const { open } = test.store.partials;
    vi.spyOn(test.store.partials, 'open').mockImplementationOnce(async (...args) => {
      const writer = await open(...args);
      let writes = 0;
      return {
        ...writer,
        async write(chunk) {
          writes += 1;
          if (writes > 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          await writer.write(chunk);
        },
      };
    });
    const bytes = randomBytes(2_000_000);
    const url = await tus.create(bytes.length);
    const answer = await tus.patch(url, 0, bytes);
    expect(answer.status).toBe(507);
    const kept = await tus.offset(url);
    expect(kept).toBeGreaterThan(0);
    expect((await tus.patch(url, kept, bytes.subarray(kept))).status).toBe(204);
    expect(await stateOf(url)).toBe('uploaded');
  });
});

describe('a writer that was overtaken', () => {
  it('cannot save what it has received late', async () => {
    const url = await tus.create(10);
    const uploadId = idOf(url);
    let goOn: (() => void) | null = null;
    async function* slow() {
      yield Buffer.from('0123');
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      yield Buffer.from('xxxxxx');
    }
    // It does not hold the lock, like a process that has lost its connection to the database.
    const late = appendBytes(test.deps, { uploadId, offset: 0, source: slow() });
    await vi.waitFor(() => expect(goOn).not.toBeNull());
    expect((await tus.patch(url, 0, 'abcde')).status).toBe(204);
    Object(goOn)();
    await expect(late).rejects.toMatchObject({ reason: 'CONFLICT' });
    expect(await tus.offset(url)).toBe(5);
  });
});
