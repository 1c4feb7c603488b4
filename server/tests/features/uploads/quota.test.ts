import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUpload } from '../../helpers/add-upload.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { createTus, idOf, listen, type TusClient } from '../../helpers/tus.ts';

let test: TestApp;
let origin = '';
let user: SignedIn;
let tus: TusClient;
beforeAll(async () => {
  test = await openTestApp({ UPLOAD_MAX_MB: '8', UPLOAD_QUOTA_MB: '10' });
  origin = await listen(test);
});
afterAll(() => test?.close());
beforeEach(async () => {
  user = await test.signIn();
  tus = createTus(origin, user.headers);
});

const create = (bytes: number) => tus.send('POST', tus.address, { 'Upload-Length': String(bytes) });

async function messagesOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: { messages: string[] } }).error.messages.join();
}

function post(bytes: number) {
  const payload = new FormData();
  payload.append('file', new File([new Uint8Array(bytes)], 'a.mp3', { type: 'audio/mpeg' }));
  return test.app.inject({ method: 'POST', url: '/api/media', headers: user.headers, payload });
}

/** Sends a file in one request over the network, with its length or in chunks. */
async function send(bytes: number, way?: 'in chunks'): Promise<201 | string> {
  const form = new FormData();
  form.append('file', new File([randomBytes(bytes)], 'a.mp3', { type: 'audio/mpeg' }));
  const { headers, body } = new Response(form);
  const stream = { body, duplex: 'half' };
  const answer = await fetch(`${origin}/api/media`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': headers.get('content-type') ?? '' },
    ...(way ? stream : { body: await new Response(body).arrayBuffer() }),
  });
  return answer.status === 201 ? 201 : messagesOf(answer);
}

describe('the quota of uploads', () => {
  it('counts what was announced, and tells what is left', async () => {
    expect((await create(7_000_000)).status).toBe(201);
    const refused = await create(4_000_000);
    expect(refused.status).toBe(413);
    expect(await messagesOf(refused)).toBe(
      'file: The file needs 4.0 MB, but only 3.0 MB of your quota are left; delete uploads that you do not need',
    );
    expect((await create(3_000_000)).status).toBe(201);
    expect((await create(1)).status).toBe(413);
  });

  it('lets no uploads at the same moment exceed it together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(3_000_000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(5);
  });

  it('counts a file in one piece as well, with its real length', async () => {
    expect((await post(7_999_000)).statusCode).toBe(201);
    expect((await post(3_000_000)).statusCode).toBe(413);
    expect((await create(2_000_000)).status).toBe(201);
  });

  it('takes a file in one piece that fits exactly', async () => {
    await create(8_000_000);
    expect(await send(2_000_001)).toContain('only 2.0 MB of your quota are left');
    expect(await send(2_000_000)).toBe(201);
    expect(await send(1)).toContain('only 0.0 MB of your quota are left');
  });

  it('takes a file of unknown length in one piece, as far as there is room', async () => {
    await create(8_000_000);
    expect(await send(2_000_001, 'in chunks')).toContain('only 2.0 MB of your quota are left');
    expect(await send(1_500_000, 'in chunks')).toBe(201);
    expect(await send(500_000)).toBe(201);
  });

  it('is given back by a removed and by a failed upload', async () => {
    const url = (await create(8_000_000)).headers.get('Location') ?? '';
    expect((await create(8_000_000)).status).toBe(413);
    await tus.send('DELETE', url);
    const second = (await create(8_000_000)).headers.get('Location') ?? '';
    await test.database
      .updateTable('uploads')
      .set({ state: 'failed' })
      .where('upload_id', '=', idOf(second))
      .execute();
    expect((await create(8_000_000)).status).toBe(201);
  });

  it('counts the audio of a campaign once, also without its upload', async () => {
    const media_id = await storeMedia(test, randomBytes(100), { file_size: 7_000_000 });
    const upload = { media_id, reserved_size: 7_000_000 };
    const media = await addUpload(test.database, user.userId, upload);
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/v2/user/${user.userId}/ads/campaigns`,
      headers: user.headers,
      payload: { title: 'Ours', media_id: media, positions: ['pre'] },
    });
    expect(answer.statusCode).toBe(201);
    const url = (await create(3_000_000)).headers.get('Location') ?? '';
    await tus.send('DELETE', url);
    await tus.send('DELETE', `${origin}/api/media/${media}`);
    expect((await create(3_000_001)).status).toBe(413);
    expect((await create(3_000_000)).status).toBe(201);
  });

  it('stops an upload of unknown length, which keeps what fits', async () => {
    await create(8_000_000);
    const answer = await tus.send('POST', tus.address, { 'Upload-Defer-Length': '1' });
    const url = answer.headers.get('Location') ?? '';
    expect((await tus.patch(url, 0, randomBytes(1_500_000))).status).toBe(204);
    const refused = await tus.patch(url, 1_500_000, randomBytes(1_000_000));
    expect(refused.status).toBe(413);
    expect(await messagesOf(refused)).toContain('of your quota are left');
    expect(await tus.offset(url)).toBe(1_500_000);
    const late = await tus.patch(url, 1_500_000, '', { 'Upload-Length': '5000000' });
    expect(late.status).toBe(413);
    const rest = randomBytes(500_000);
    const last = await tus.patch(url, 1_500_000, rest, { 'Upload-Length': '2000000' });
    expect(last.status).toBe(204);
  });

  it('stops an upload of unknown length at the limit of a file', async () => {
    const answer = await tus.send('POST', tus.address, { 'Upload-Defer-Length': '1' });
    const url = answer.headers.get('Location') ?? '';
    expect((await tus.patch(url, 0, randomBytes(8_000_001))).status).toBe(413);
    expect(await tus.offset(url)).toBeLessThanOrEqual(8_000_000);
  });

  it('is another one for a user with his own, and none for administrators', async () => {
    await test.database
      .updateTable('users')
      .set({ quota_bytes: 1_000 })
      .where('user_id', '=', user.userId)
      .execute();
    expect((await create(1_001)).status).toBe(413);
    expect((await create(1_000)).status).toBe(201);
    tus = createTus(origin, (await test.signIn({ admin: true })).headers);
    for (let upload = 0; upload < 3; upload++) expect((await create(8_000_000)).status).toBe(201);
  });
});
