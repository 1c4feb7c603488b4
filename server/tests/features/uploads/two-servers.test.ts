import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';
import { openMediaStore } from '../../../src/platform/storage/open-media-store.ts';
import { countWritten } from '../../helpers/count-written.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { createTus, idOf, listen, type TusClient } from '../../helpers/tus.ts';

describe.each(['a folder', 'S3'])('two servers with one database and %s', (kind) => {
  let s3: S3Server | null = null;
  let test: TestApp;
  let database: OpenDatabase;
  let store: MediaStore;
  let otherApp: FastifyInstance;
  let otherFolder = '';
  let first: TusClient;
  let second: TusClient;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await openS3Server();
    test = await openTestApp({ ...s3?.env });
    otherFolder = await mkdtemp(join(tmpdir(), 'earshot-other-'));
    database = await openDatabase({ databaseUrl: test.databaseUrl, dataDir: '', report() {} });
    const { config } = test.deps;
    store = await openMediaStore({ ...config, dataDir: s3 ? otherFolder : config.dataDir });
    otherApp = await createApp({ ...test.deps, ...database, store });
    const { headers } = await test.signIn();
    first = createTus(await listen(test), headers);
    second = createTus(await listen({ app: otherApp }), headers);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await otherApp?.close();
    await store?.close();
    await database?.close();
    await test?.close();
    await s3?.close();
    await rm(otherFolder, { recursive: true, force: true });
  });

  async function storedHash(url: string): Promise<string> {
    const { sha256 } = await test.database
      .selectFrom('uploads')
      .innerJoin('media', 'media.media_id', 'uploads.media_id')
      .select('sha256')
      .where('upload_id', '=', idOf(url))
      .executeTakeFirstOrThrow();
    const bytes = await buffer(await store.read(sha256));
    return createHash('sha256').update(bytes).digest('hex');
  }

  it('take the pieces of one upload in turns', async () => {
    const bytes = randomBytes(1_000_000);
    const url = await first.create(bytes.length);
    let offset = 0;
    for (let piece = 0; offset < bytes.length; piece++) {
      const part = bytes.subarray(offset, offset + 70_001);
      const answer = await (piece % 2 ? first : second).patch(url, offset, part);
      offset += part.length;
      expect([answer.status, answer.headers.get('Upload-Offset')]).toEqual([204, `${offset}`]);
      expect(await (piece % 2 ? second : first).offset(url)).toBe(offset);
    }
    expect(await storedHash(url)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('let one take over a request that hangs on the other', async () => {
    const url = await first.create(10);
    const hanging = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('0123')),
    });
    const written = countWritten(test.store);
    const given = first.patch(url, 0, hanging).catch(() => null);
    await expect.poll(written).toBe(4);
    const reached = await second.offset(url);
    expect(reached).toBe(4);
    expect((await second.patch(url, reached, '456789')).status).toBe(204);
    await given;
    const expected = createHash('sha256').update('0123456789').digest('hex');
    expect(await storedHash(url)).toBe(expected);
  });

  it('give an upload to one of two requests at once', async () => {
    const bytes = randomBytes(300_000);
    const url = await first.create(bytes.length);
    const answers = await Promise.all([first.patch(url, 0, bytes), second.patch(url, 0, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await storedHash(url)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('count one quota', async () => {
    const { userId, headers } = await test.signIn();
    await test.database
      .updateTable('users')
      .set({ quota_bytes: 1_000 })
      .where('user_id', '=', userId)
      .execute();
    const clients = [first, second].map(({ address }) =>
      createTus(new URL(address).origin, headers),
    );
    const create = (client: TusClient | undefined) =>
      client?.send('POST', client.address, { 'Upload-Length': '400' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create(clients[index % 2])),
    );
    expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(2);
  });
});
