import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { countWritten } from '../../helpers/count-written.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { createTus, idOf, listen, metadataOf, type TusClient } from '../../helpers/tus.ts';

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const checksumOf = (bytes: Buffer, algorithm = 'sha1') =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

describe.each(['a folder', 'S3'])('tus uploads into %s', (kind) => {
  let s3: S3Server | null = null;
  let test: TestApp;
  let user: SignedIn;
  let origin = '';
  let tus: TusClient;
  beforeAll(async () => {
    if (kind === 'S3') s3 = await openS3Server();
    test = await openTestApp({ UPLOAD_MAX_MB: '30', UPLOAD_QUOTA_MB: '1000', ...s3?.env });
    user = await test.signIn();
    origin = await listen(test);
    tus = createTus(origin, user.headers);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await test?.close();
    await s3?.close();
  });

  async function media(url: string) {
    const answer = await test.app.inject({ url: `/api/media/${idOf(url)}`, headers: user.headers });
    return answer.json().response?.media;
  }

  async function storedBytes(url: string): Promise<Buffer> {
    const { sha256 } = await test.database
      .selectFrom('uploads')
      .innerJoin('media', 'media.media_id', 'uploads.media_id')
      .select('sha256')
      .where('upload_id', '=', idOf(url))
      .executeTakeFirstOrThrow();
    return buffer(await test.store.read(sha256));
  }

  async function expectError(answer: Response, status: number, reason: string, words?: string) {
    expect(answer.status).toBe(status);
    const { error } = (await answer.json()) as { error: { reason: string; messages: string[] } };
    expect(error).toMatchObject({ code: status, reason });
    if (words) expect(error.messages.join()).toContain(words);
    expect(answer.headers.get('Tus-Resumable')).toBe('1.0.0');
  }

  it('stores a file that comes in pieces', async () => {
    const bytes = randomBytes(300_000);
    const url = await tus.create(bytes.length, {
      'Upload-Metadata': metadataOf({ filename: 'Épisode 1.mp3', filetype: 'audio/mpeg' }),
    });
    expect(url).toBe(`http://site.test/api/media/uploads/${idOf(url)}`);
    expect(await media(url)).toMatchObject({
      state: 'uploading',
      progress: 0,
      file_name: 'Épisode 1.mp3',
      file_size: bytes.length,
      http_url: null,
    });
    const first = await tus.patch(url, 0, bytes.subarray(0, 100_000));
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, '100000']);
    expect(Date.parse(first.headers.get('Upload-Expires') ?? '')).toBeGreaterThan(Date.now());
    expect((await media(url)).progress).toBe(33);
    const last = await tus.patch(url, 100_000, bytes.subarray(100_000));
    expect([last.status, last.headers.get('Upload-Offset')]).toEqual([204, '300000']);
    expect(last.headers.get('Earshot-Media-Id')).toBe(String(idOf(url)));
    expect(await media(url)).toMatchObject({ state: 'uploaded', progress: 100, expires_at: null });
    expect(hashOf(await storedBytes(url))).toBe(hashOf(bytes));
  });

  it('takes the first bytes together with the creation', async () => {
    const bytes = randomBytes(5_000);
    const answer = await tus.send(
      'POST',
      tus.address,
      { 'Upload-Length': '5000', 'Content-Type': 'application/offset+octet-stream' },
      bytes,
    );
    expect([answer.status, answer.headers.get('Upload-Offset')]).toEqual([201, '5000']);
    const url = answer.headers.get('Location') ?? '';
    expect(answer.headers.get('Earshot-Media-Id')).toBe(String(idOf(url)));
    expect((await media(url)).state).toBe('uploaded');
    expect((await storedBytes(url)).equals(bytes)).toBe(true);
  });

  it('learns the length later', async () => {
    const created = await tus.send('POST', tus.address, { 'Upload-Defer-Length': '1' });
    const url = created.headers.get('Location') ?? '';
    expect((await tus.patch(url, 0, 'some ')).status).toBe(204);
    const head = await tus.send('HEAD', url);
    expect(head.headers.get('Upload-Defer-Length')).toBe('1');
    expect((await media(url)).file_size).toBeNull();
    const last = await tus.patch(url, 5, 'words', { 'Upload-Length': '10' });
    expect(last.status).toBe(204);
    expect((await storedBytes(url)).toString()).toBe('some words');
  });

  it('learns the length after the last byte', async () => {
    const created = await tus.send('POST', tus.address, { 'Upload-Defer-Length': '1' });
    const url = created.headers.get('Location') ?? '';
    await tus.patch(url, 0, 'all');
    const last = await tus.patch(url, 3, '', { 'Upload-Length': '3', 'Content-Length': '0' });
    expect(last.status).toBe(204);
    expect((await storedBytes(url)).toString()).toBe('all');
  });

  it('refuses another length than the one that was told', async () => {
    const url = await tus.create(10);
    await expectError(
      await tus.patch(url, 0, 'x', { 'Upload-Length': '5' }),
      400,
      'INVALID_REQUEST',
    );
    const created = await tus.send('POST', tus.address, { 'Upload-Defer-Length': '1' });
    const deferred = created.headers.get('Location') ?? '';
    await tus.patch(deferred, 0, '0123456789');
    const shorter = await tus.patch(deferred, 10, '', { 'Upload-Length': '5' });
    await expectError(shorter, 400, 'INVALID_REQUEST');
  });

  it('takes an empty header for metadata', async () => {
    const url = await tus.create(5, { 'Upload-Metadata': '' });
    const { headers } = await tus.send('HEAD', url);
    expect(headers.get('Upload-Metadata')).toBeNull();
    expect((await tus.patch(url, 0, 'hello')).status).toBe(204);
  });

  it('tells the offset and the metadata, and lets no cache keep them', async () => {
    const metadata = metadataOf({ filename: 'a.mp3', relativePath: 'x/a.mp3' });
    const url = await tus.create(10, { 'Upload-Metadata': metadata });
    await tus.patch(url, 0, '01234');
    const { status, headers } = await tus.send('HEAD', url);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Upload-Offset')).toBe('5');
    expect(headers.get('Upload-Length')).toBe('10');
    expect(headers.get('Upload-Metadata')).toBe(metadata);
    expect(headers.get('Tus-Resumable')).toBe('1.0.0');
    const readable = headers.get('Access-Control-Expose-Headers');
    expect(readable?.split(', ')).toEqual(
      expect.arrayContaining(['Upload-Offset', 'X-Request-Id', 'Retry-After', 'RateLimit']),
    );
  });

  it('refuses another offset, and changes nothing', async () => {
    const url = await tus.create(10);
    await tus.patch(url, 0, '01234');
    await expectError(await tus.patch(url, 3, 'xx'), 409, 'CONFLICT', 'Upload-Offset');
    await expectError(await tus.patch(url, 7, 'xx'), 409, 'CONFLICT', 'Upload-Offset');
    expect(await tus.offset(url)).toBe(5);
    await tus.patch(url, 5, '56789');
    expect((await storedBytes(url)).toString()).toBe('0123456789');
  });

  it('answers early while a large body is still on its way', async () => {
    const body = randomBytes(20_000_000);
    const url = await tus.create(body.length);
    await expectError(await tus.patch(url, 5, body), 409, 'CONFLICT');
    await expectError(await createTus(origin, {}).patch(url, 0, body), 401, 'NOT_SIGNED_IN');
    expect((await tus.patch(url, 0, body)).status).toBe(204);
  });

  it('refuses bytes behind the end', async () => {
    const url = await tus.create(4);
    await expectError(await tus.patch(url, 0, '01234'), 413, 'PAYLOAD_TOO_LARGE');
    async function* endless() {
      for (;;) yield Buffer.from('0123456789'.repeat(1_000));
    }
    const chunked = await tus
      .patch(url, 0, endless() as unknown as BodyInit)
      .catch(() => ({ status: 413 })); // the connection may end before the answer is read
    expect(chunked.status).toBe(413);
    const rest = await tus.offset(url);
    expect(rest).toBeLessThanOrEqual(4);
    await tus.patch(url, rest, '0123'.slice(rest));
    expect((await storedBytes(url)).toString()).toBe('0123');
  });

  it('answers alike if the last piece is sent again', async () => {
    const url = await tus.create(4);
    await tus.patch(url, 0, 'done');
    expect((await tus.patch(url, 4, '', { 'Content-Length': '0' })).status).toBe(204);
    await expectError(await tus.patch(url, 4, 'more'), 413, 'PAYLOAD_TOO_LARGE');
    await expectError(await tus.patch(url, 0, 'done'), 409, 'CONFLICT');
    expect(await tus.offset(url)).toBe(4);
  });

  it('keeps what has arrived when the connection breaks', async () => {
    const bytes = randomBytes(1_000_000);
    const url = await tus.create(bytes.length);
    const written = countWritten(test.store);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      [
        `PATCH ${new URL(url).pathname} HTTP/1.1`,
        'Host: site.test',
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
        `Content-Length: ${bytes.length}`,
        `Authorization: ${user.headers.authorization}`,
        '\r\n',
      ].join('\r\n'),
    );
    await new Promise((resolve) => socket.write(bytes.subarray(0, 600_000), resolve));
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(600_000);
    await expect.poll(written).toBeGreaterThan(0);
    socket.destroy();
    let kept = 0;
    await expect.poll(async () => (kept = await tus.offset(url))).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(600_000);
    expect((await tus.patch(url, kept, bytes.subarray(kept))).status).toBe(204);
    expect((await storedBytes(url)).equals(bytes)).toBe(true);
  });

  it('lets a second request take over from one that hangs', async () => {
    const url = await tus.create(10);
    let end = () => {};
    const hanging = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('0123'));
        end = () => controller.close();
      },
    });
    const written = countWritten(test.store);
    const first = tus.patch(url, 0, hanging).catch(() => null);
    await expect.poll(written).toBe(4);
    const reached = await tus.offset(url); // asks the first request to let go
    expect(reached).toBe(4);
    expect((await tus.patch(url, reached, '456789')).status).toBe(204);
    end();
    await first;
    expect((await storedBytes(url)).toString()).toBe('0123456789');
  });

  it('gives the upload to one of two requests at once', async () => {
    const bytes = randomBytes(200_000);
    const url = await tus.create(bytes.length);
    const answers = await Promise.all([tus.patch(url, 0, bytes), tus.patch(url, 0, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await storedBytes(url)).equals(bytes)).toBe(true);
  });

  it('stores nothing of a request whose checksum does not fit', async () => {
    const url = await tus.create(10);
    const wrong = await tus.patch(url, 0, '01234', {
      'Upload-Checksum': checksumOf(Buffer.from('other')),
    });
    await expectError(wrong, 460, 'CHECKSUM_MISMATCH');
    expect(await tus.offset(url)).toBe(0);
    for (const [offset, text, algorithm] of [
      [0, 'right', 'sha1'],
      [5, ' too!', 'sha256'],
    ] as const) {
      const checksum = checksumOf(Buffer.from(text), algorithm);
      expect((await tus.patch(url, offset, text, { 'Upload-Checksum': checksum })).status).toBe(
        204,
      );
    }
    expect((await storedBytes(url)).toString()).toBe('right too!');
  });

  it.each(['crc32 AAAA', 'sha1 AAAA', 'sha1', 'nonsense'])(
    'refuses the checksum "%s" in words',
    async (checksum) => {
      const url = await tus.create(1);
      const answer = await tus.patch(url, 0, 'x', { 'Upload-Checksum': checksum });
      await expectError(answer, 400, 'INVALID_REQUEST', 'Upload-Checksum: must');
    },
  );

  it('removes an upload, finished or not', async () => {
    const unfinished = await tus.create(10);
    await tus.patch(unfinished, 0, '01234');
    const finished = await tus.create(2);
    await tus.patch(finished, 0, 'ok');
    for (const url of [unfinished, finished]) {
      expect((await tus.send('DELETE', url)).status).toBe(204);
      expect((await tus.send('HEAD', url)).status).toBe(404);
      await expectError(await tus.patch(url, 5, 'x'), 404, 'NOT_FOUND');
      await expectError(await tus.send('DELETE', url), 404, 'NOT_FOUND');
    }
  });

  it('takes the method from the header if there is one', async () => {
    const url = await tus.create(4);
    const override = (method: string, headers = {}, body?: string) =>
      tus.send('POST', url, { 'X-HTTP-Method-Override': method, ...headers }, body);
    const type = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
    expect((await override('PATCH', type, '0123')).status).toBe(204);
    expect((await override('HEAD')).headers.get('Upload-Offset')).toBe('4');
    expect((await override('DELETE')).status).toBe(204);
    await expectError(await override('PUT'), 404, 'NOT_FOUND');
    const other = await tus.create(4);
    await expectError(await tus.send('POST', other), 405, 'METHOD_NOT_ALLOWED');
  });

  it('says what it can do', async () => {
    const answer = await fetch(tus.address, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Tus-Version')).toBe('1.0.0');
    expect(answer.headers.get('Tus-Max-Size')).toBe('30000000');
    expect(answer.headers.get('Tus-Checksum-Algorithm')?.split(',')).toContain('sha1');
    expect(answer.headers.get('Tus-Extension')?.split(',').sort()).toEqual([
      'checksum',
      'creation',
      'creation-defer-length',
      'creation-with-upload',
      'expiration',
      'termination',
    ]);
  });

  it('lets scripts of other origins upload', async () => {
    const asked = 'authorization,tus-resumable,upload-offset,content-type';
    for (const url of [tus.address, `${tus.address}/1`]) {
      const { status, headers } = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://other.test',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': asked,
        },
      });
      expect(status).toBe(204);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Allow-Methods')).toMatch(/POST, HEAD, PATCH, DELETE/);
      expect(headers.get('Access-Control-Allow-Headers')).toBe(asked);
    }
  });

  it('demands its version of the protocol', async () => {
    for (const version of ['', '0.2.2']) {
      const answer = await fetch(tus.address, {
        method: 'POST',
        headers: { ...user.headers, 'Upload-Length': '5', 'Tus-Resumable': version },
      });
      await expectError(answer, 412, 'PRECONDITION_FAILED', 'Tus-Resumable: must be 1.0.0');
      expect(answer.headers.get('Tus-Version')).toBe('1.0.0');
    }
  });

  it.each([
    ['no length', {}, 400, 'Upload-Length: is required'],
    ['two lengths', { 'Upload-Length': '5', 'Upload-Defer-Length': '1' }, 400, 'Upload-Length:'],
    ['a negative length', { 'Upload-Length': '-1' }, 400, 'Upload-Length: must be'],
    ['a length in words', { 'Upload-Length': 'five' }, 400, 'Upload-Length: must be'],
    ['an enormous length', { 'Upload-Length': '99999999999999999999' }, 400, 'Upload-Length:'],
    ['another deferral', { 'Upload-Defer-Length': '2' }, 400, 'Upload-Defer-Length: must be 1'],
    ['nothing to upload', { 'Upload-Length': '0' }, 400, 'file: '],
    ['a length past the limit', { 'Upload-Length': '30000001' }, 413, 'file: The file may have'],
    [
      'metadata that are no Base64',
      { 'Upload-Length': '5', 'Upload-Metadata': 'filename %%' },
      400,
      'Upload-Metadata: must be',
    ],
    [
      'the same metadata twice',
      { 'Upload-Length': '5', 'Upload-Metadata': 'a YQ==,a YQ==' },
      400,
      'Upload-Metadata: must be',
    ],
    [
      'a part of a concatenation',
      { 'Upload-Length': '5', 'Upload-Concat': 'partial' },
      400,
      'Upload-Concat: ',
    ],
    [
      'a picture',
      { 'Upload-Length': '5', 'Upload-Metadata': metadataOf({ filetype: 'image/png' }) },
      415,
      '',
    ],
  ])('refuses %s in words', async (_name, headers, status, words) => {
    const before = await countUploads();
    const answer = await tus.send('POST', tus.address, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    const { error } = (await answer.json()) as { error: { messages: string[] } };
    expect(error.messages.join()).toMatch(/\w{3}/);
    expect(error.messages.join()).toContain(words);
    expect(await countUploads()).toBe(before);
  });

  async function countUploads(): Promise<number> {
    const { count } = await test.database
      .selectFrom('uploads')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\take 1.mp3', 'take 1.mp3'],
    ['a\u0000b\r\nSet-Cookie: x\u202egnp.mp3', 'a b Set-Cookie: x gnp.mp3'],
    ['..', '..'],
    ['', ''],
    [`${'長'.repeat(3_300)}.mp3`, '長'.repeat(255)], // 10 kB
  ])('keeps a harmless name of %j', async (filename, expected) => {
    const url = await tus.create(5, { 'Upload-Metadata': metadataOf({ filename }) });
    expect((await media(url)).file_name).toBe(expected);
    expect((await tus.send('HEAD', url)).status).toBe(200);
  });

  it('refuses a PATCH of another type, or without an offset', async () => {
    const url = await tus.create(5);
    const typed = await tus.patch(url, 0, 'x', { 'Content-Type': 'audio/mpeg' });
    await expectError(typed, 415, 'UNSUPPORTED_MEDIA_TYPE', 'application/offset+octet-stream');
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    const blind = await tus.send('PATCH', url, type, 'x');
    await expectError(blind, 400, 'INVALID_REQUEST', 'Upload-Offset: is required');
    const odd = await tus.send('PATCH', url, { ...type, 'Upload-Offset': '1.5' }, 'x');
    await expectError(odd, 400, 'INVALID_REQUEST', 'Upload-Offset: must be');
  });

  it('is closed to visitors, and to other users', async () => {
    const url = await tus.create(5);
    const visitor = createTus(origin, {});
    await expectError(
      await visitor.send('POST', tus.address, { 'Upload-Length': '5' }),
      401,
      'NOT_SIGNED_IN',
    );
    expect((await visitor.send('HEAD', url)).status).toBe(401);
    await expectError(await visitor.patch(url, 0, 'x'), 401, 'NOT_SIGNED_IN');
    const stranger = createTus(origin, (await test.signIn()).headers);
    expect((await stranger.send('HEAD', url)).status).toBe(404);
    await expectError(await stranger.patch(url, 0, 'x'), 404, 'NOT_FOUND');
    await expectError(await stranger.send('DELETE', url), 404, 'NOT_FOUND');
    const admin = createTus(origin, (await test.signIn({ admin: true })).headers);
    expect((await admin.send('HEAD', url)).status).toBe(200);
    expect(await tus.offset(url)).toBe(0);
  });

  it('protects its answers like all others', async () => {
    const { headers } = await tus.send('HEAD', await tus.create(5));
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});
