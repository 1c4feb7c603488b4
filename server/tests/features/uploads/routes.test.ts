import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Media } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdLock } from '../../helpers/hold-lock.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { listen } from '../../helpers/tus.ts';

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const digestOf = (bytes: Buffer, algorithm: string) =>
  createHash(algorithm).update(bytes).digest('base64');

interface Answer {
  status: number;
  media: Media;
  reason: string | undefined;
  messages: string;
}

describe.each(['a folder', 'S3'])('files in one piece into %s', (kind) => {
  let s3: S3Server | null = null;
  let test: TestApp;
  let user: SignedIn;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await openS3Server();
    test = await openTestApp({ UPLOAD_MAX_MB: '3', ...s3?.env });
    user = await test.signIn();
  });
  afterAll(async () => {
    await test?.close();
    await s3?.close();
  });

  const file = (bytes: Buffer, name = 'take.mp3', type = 'audio/mpeg') =>
    new File([new Uint8Array(bytes)], name, { type });

  async function post(
    fields: Record<string, string | File>,
    headers: Record<string, string> = user.headers,
  ): Promise<Answer> {
    const payload = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') payload.append(name, value);
      else payload.append(name, value);
    }
    const answer = await test.app.inject({ method: 'POST', url: '/api/media', headers, payload });
    const { response, error } = answer.json();
    return {
      status: answer.statusCode,
      media: response?.media,
      reason: error?.reason,
      messages: error?.messages.join() ?? '',
    };
  }

  const get = (id: number, headers: Record<string, string> = user.headers) =>
    test.app.inject({ url: `/api/media/${id}`, headers });
  const remove = (id: number, headers: Record<string, string> = user.headers) =>
    test.app.inject({ method: 'DELETE', url: `/api/media/${id}`, headers });

  async function uploadsOf({ userId }: SignedIn) {
    return test.database
      .selectFrom('uploads')
      .selectAll()
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .execute();
  }

  const drafts = () => readdir(join(test.publicFolder, 'media', 'drafts')).catch(() => []);

  it('stores the file and adds the job that examines it, in one step', async () => {
    const bytes = randomBytes(100_000);
    const { status, media } = await post({ file: file(bytes, 'Folge 1.mp3'), repack: 'false' });
    expect(status).toBe(201);
    expect(media).toMatchObject({
      state: 'uploaded',
      progress: 100,
      error: null,
      file_name: 'Folge 1.mp3',
      file_size: 100_000,
      mime_type: null,
      http_url: null,
      expires_at: null,
    });
    expect(hashOf(await buffer(await test.store.read(hashOf(bytes))))).toBe(hashOf(bytes));
    const jobs = await test.database
      .selectFrom('graphile_worker.jobs' as never)
      .select(['key', 'task_identifier'] as never[])
      .execute();
    expect(jobs).toContainEqual({
      key: `process_upload:${media.media_id}`,
      task_identifier: 'process_upload',
    });
    const row = (await uploadsOf(user)).find(({ upload_id }) => upload_id === media.media_id);
    expect(row?.repack).toBe(false);
    expect((await get(media.media_id)).json().response.media).toEqual(media);
    expect(await drafts()).toEqual([]);
  });

  it('stores equal files of two users once', async () => {
    const bytes = randomBytes(1_000);
    const other = await test.signIn();
    const first = await post({ file: file(bytes) });
    const second = await post({ file: file(bytes) }, other.headers);
    expect(second.media.media_id).not.toBe(first.media.media_id);
    const rows = await test.database
      .selectFrom('media')
      .select('media_id')
      .where('sha256', '=', hashOf(bytes))
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('never sends a file that was not examined', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>');
    await post({ file: file(bytes) });
    for (const extension of ['bin', 'mp3', 'html']) {
      const url = `/media/audio/${hashOf(bytes)}.${extension}`;
      expect((await test.app.inject(url)).statusCode).toBe(404);
    }
  });

  it('compares the file with its digests', async () => {
    const bytes = randomBytes(1_000);
    const right = {
      'repr-digest': `sha-256=:${digestOf(bytes, 'sha256')}:, unknown=:AAAA:`,
      digest: `SHA=${digestOf(bytes, 'sha1')},md5=${digestOf(bytes, 'md5')}`,
      'content-md5': digestOf(bytes, 'md5'),
    };
    expect((await post({ file: file(bytes) }, { ...user.headers, ...right })).status).toBe(201);
    const before = (await uploadsOf(user)).length;
    for (const name of Object.keys(right)) {
      const damaged = file(Buffer.from('damaged'));
      const headers = { ...user.headers, [name]: right[name as keyof typeof right] };
      const answer = await post({ file: damaged }, headers);
      expect(answer, name).toMatchObject({ status: 460, reason: 'CHECKSUM_MISMATCH' });
    }
    expect(await uploadsOf(user)).toHaveLength(before);
    expect(await drafts()).toEqual([]);
  });

  it.each([
    ['repr-digest', 'sha-256=AAAA', 'Repr-Digest: must be'],
    ['repr-digest', 'sha-256=:AAAA:', 'Repr-Digest: must have 32 bytes'],
    ['digest', 'MD5', 'Digest: must be'],
    ['content-md5', 'x', 'Content-MD5: must have 16 bytes'],
  ])('refuses the digest %s: %s in words', async (name, value, words) => {
    const answer = await post({ file: file(randomBytes(10)) }, { ...user.headers, [name]: value });
    expect(answer.status).toBe(400);
    expect(answer.messages).toContain(words);
  });

  it.each([
    ['no file', {}, 400, 'file: is required'],
    ['an empty file', { file: file(Buffer.alloc(0)) }, 400, 'file: is empty'],
    ['another field for the file', { audio: file(randomBytes(9)) }, 400, 'file'],
    [
      'a picture',
      { file: file(randomBytes(9), 'a.png', 'image/png') },
      415,
      'file: The file is a picture',
    ],
    ['an unknown field', { file: file(randomBytes(9)), title: 'x' }, 400, 'title'],
    ['a wrong field', { file: file(randomBytes(9)), repack: 'perhaps' }, 400, 'repack'],
    ['a file past the limit', { file: file(Buffer.alloc(3_000_001)) }, 413, ''],
    ['a body past the limit', { file: file(Buffer.alloc(4_000_000)) }, 413, ''],
  ])('refuses %s, and keeps nothing', async (_name, fields, status, words) => {
    const before = (await uploadsOf(user)).length;
    const answer = await post(fields as Record<string, string | File>);
    expect(answer.status).toBe(status);
    expect(answer.messages).toContain(words);
    expect(await uploadsOf(user)).toHaveLength(before);
    expect(await drafts()).toEqual([]);
  });

  it('takes a file of exactly the limit', async () => {
    expect((await post({ file: file(Buffer.alloc(3_000_000)) })).status).toBe(201);
  });

  it('keeps nothing if the connection breaks', async () => {
    const origin = await listen(test);
    const before = (await uploadsOf(user)).length;
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      [
        'POST /api/media HTTP/1.1',
        'Host: site.test',
        'Content-Type: multipart/form-data; boundary=xx',
        'Content-Length: 100000',
        `Authorization: ${user.headers.authorization}`,
        '',
        '--xx',
        'Content-Disposition: form-data; name="file"; filename="a.mp3"',
        'Content-Type: audio/mpeg',
        '',
        'x'.repeat(50_000),
      ].join('\r\n'),
    );
    await expect.poll(async () => (await uploadsOf(user)).length).toBe(before + 1);
    socket.destroy();
    await expect.poll(async () => (await uploadsOf(user)).length).toBe(before);
    await expect.poll(drafts).toEqual([]);
  });

  it('is closed to visitors, and to other users', async () => {
    const { media } = await post({ file: file(randomBytes(10)) });
    expect((await post({ file: file(randomBytes(10)) }, {})).status).toBe(401);
    expect((await get(media.media_id, {})).statusCode).toBe(401);
    expect((await remove(media.media_id, {})).statusCode).toBe(401);
    const stranger = await test.signIn();
    expect((await get(media.media_id, stranger.headers)).statusCode).toBe(404);
    expect((await remove(media.media_id, stranger.headers)).statusCode).toBe(404);
    const admin = await test.signIn({ admin: true });
    expect((await get(media.media_id, admin.headers)).statusCode).toBe(200);
    expect((await get(media.media_id, user.cookies)).statusCode).toBe(200);
  });

  it('removes a file for its owner', async () => {
    const { media } = await post({ file: file(randomBytes(10)) });
    const answer = await remove(media.media_id);
    expect([answer.statusCode, answer.json()]).toEqual([200, { response: {} }]);
    expect((await get(media.media_id)).statusCode).toBe(404);
    expect((await remove(media.media_id)).statusCode).toBe(404);
    expect((await get(987_654)).statusCode).toBe(404);
    expect((await get(0)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('does not remove a file that an episode plays', async () => {
    const { media } = await post({ file: file(randomBytes(10)) });
    const episode = await test.database
      .selectFrom('episodes')
      .select(['episode_id', 'title'])
      .executeTakeFirstOrThrow();
    const setUpload = (upload_id: number | null) =>
      test.database
        .updateTable('episodes')
        .set({ upload_id })
        .where('episode_id', '=', episode.episode_id)
        .execute();
    await setUpload(media.media_id);
    const answer = await remove(media.media_id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error.messages.join()).toContain(episode.title);
    await setUpload(null);
    expect((await remove(media.media_id)).statusCode).toBe(200);
  });

  it('does not remove a file that an episode gets at the same moment', async () => {
    const { media } = await post({ file: file(randomBytes(10)) });
    const attach = sql`
      with locked as (select upload_id from uploads where upload_id = ${media.media_id} for share)
      update episodes set upload_id = locked.upload_id from locked
      where episode_id = (select min(episode_id) from episodes)`;
    const start = () => remove(media.media_id);
    const answer = await holdLock(test.database, attach, { waiting: 1, start });
    expect(answer.statusCode).toBe(409);
    expect((await get(media.media_id)).statusCode).toBe(200);
  });
});
