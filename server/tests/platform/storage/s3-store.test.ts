import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../../src/platform/start-error.ts';
import { openS3Store } from '../../../src/platform/storage/s3-store.ts';
import { StorageUnavailable } from '../../../src/platform/storage/storage-unavailable.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';

let server: S3Server;
let folder = '';
beforeEach(async () => {
  server = await openS3Server();
  folder = await mkdtemp(join(tmpdir(), 'earshot-s3-store-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const bytesOf = (content: string) => Readable.from([Buffer.from(content)]);
const leftovers = () => readdir(join(folder, 'drafts'));

describe('openS3Store', () => {
  it('refuses to start without its bucket, and names the variable', async () => {
    const opening = openS3Store({ ...server.settings, bucket: 'absent' }, folder);
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow('S3_BUCKET "absent" cannot be used');
  });

  it('refuses to start if the storage refuses the key', async () => {
    server.disturb = () => 403;
    await expect(openS3Store(server.settings, folder)).rejects.toThrow('status 403');
  });

  it('removes the parts of an upload that fails, and keeps the draft for another attempt', async () => {
    const store = await openS3Store(server.settings, folder);
    const draft = await store.receive(Readable.from([randomBytes(17 << 20)]), 1 << 30);
    server.disturb = (request) => (request.includes('partNumber=3') ? 403 : null);
    await expect(draft.keep()).rejects.toThrow(StorageUnavailable);
    expect(server.requests.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
    expect(await store.stat(draft.sha256)).toBeNull();
    server.disturb = () => null;
    await draft.keep();
    expect((await store.stat(draft.sha256))?.bytes).toBe(17 << 20);
    expect(await leftovers()).toEqual([]);
    await store.close();
  });

  it('tries again if the storage fails once', async () => {
    const store = await openS3Store(server.settings, folder);
    let failures = 0;
    server.disturb = (request) => (request.startsWith('PUT') && failures++ === 0 ? 503 : null);
    const draft = await store.receive(bytesOf('second attempt'), 100);
    await draft.keep();
    expect(await text(await store.read(draft.sha256))).toBe('second attempt');
    await store.close();
  });

  it('says that the storage is unavailable if it is, and not that files are missing', async () => {
    const store = await openS3Store(server.settings, folder);
    server.disturb = () => 500;
    await expect(store.stat('ab'.repeat(32))).rejects.toThrow(StorageUnavailable);
    await expect(store.read('ab'.repeat(32))).rejects.toThrow(StorageUnavailable);
    server.disturb = () => 404; // without the error code of a missing object: a missing bucket, or a proxy's page
    await expect(store.read('ab'.repeat(32))).rejects.toThrow(StorageUnavailable);
    await store.close();
  });

  it('leaves no local copy behind, also if the tool fails', async () => {
    const store = await openS3Store(server.settings, folder);
    const draft = await store.receive(bytesOf('copy'), 100);
    await draft.keep();
    const failing = store.withLocalFile(draft.sha256, async () => {
      throw new Error('the tool failed');
    });
    await expect(failing).rejects.toThrow('the tool failed');
    expect(await leftovers()).toEqual([]);
    await store.close();
  });

  it('asks for the facts of a file once for many ranges', async () => {
    const store = await openS3Store(server.settings, folder);
    const draft = await store.receive(bytesOf('0123456789'), 100);
    await draft.keep();
    for (let range = 0; range < 5; range++) await store.stat(draft.sha256);
    expect(
      server.requests.filter((line) => line.includes(draft.sha256) && line.startsWith('HEAD')),
    ).toHaveLength(1);
    await store.close();
  });

  it('gives an address of the storage itself if reads are presigned', async () => {
    const proxied = await openS3Store(server.settings, folder);
    const draft = await proxied.receive(bytesOf('0123456789'), 100);
    await draft.keep();
    const as = { mimeType: 'audio/mpeg', disposition: `attachment; filename="it's (new)*.mp3"` };
    expect(await proxied.addressOf(draft.sha256, as)).toBeNull();

    const store = await openS3Store({ ...server.settings, reads: 'presigned' }, folder);
    const address = (await store.addressOf(draft.sha256, as)) ?? '';
    const answer = await fetch(address, { headers: { Range: 'bytes=2-4' } });
    expect(await answer.text()).toBe('234');
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(answer.headers.get('content-disposition')).toBe(as.disposition);
    await Promise.all([proxied.close(), store.close()]);
  });
});
