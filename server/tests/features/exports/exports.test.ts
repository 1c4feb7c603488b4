import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgramToken } from '../../../src/features/accounts/program-tokens.ts';
import { LIMITS } from '../../../src/platform/limits/limit-table.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { openS3Server } from '../../helpers/s3-server.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const PNG = { kind: 'image', mime_type: 'image/png', extension: 'png' } as const;

let test: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  owner = await test.signIn();
});
afterAll(() => test?.close());

const ask = (user: SignedIn, headers: object = user.headers) =>
  test.app.inject({ url: `/api/user/${user.userId}/export`, headers: { ...headers } });

const archiveOf = async (user: SignedIn) => readZip((await ask(user)).rawPayload);

const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)));

/** A show with a draft that plays a file of these bytes. */
async function makeShow(user: SignedIn, audio: Buffer) {
  const media_id = await storeMedia(test, audio);
  const show_id = await addShow(test.database, user.userId, { permalink: `of-${user.permalink}` });
  const draft = { state: 'draft', published_at: null, permalink: 'draft', media_id } as const;
  const episode_id = await addEpisode(test.database, show_id, draft);
  const folder = `shows/${show_id}-of-${user.permalink}`;
  return { show_id, episode_id, media_id, folder, draft: `${folder}/episodes/${episode_id}-draft` };
}

function openRaw(user: SignedIn): Promise<IncomingMessage> {
  const { port } = test.app.server.address() as AddressInfo;
  const path = `/api/user/${user.userId}/export`;
  const { headers } = user;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

describe('GET /user/{user_id}/export', () => {
  it('sends an archive under a name that is safe', async () => {
    const answer = await ask(owner);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="Earshot ${owner.permalink}.zip"; filename*=UTF-8''Earshot%20${owner.permalink}.zip`,
    });
  });

  it('has the account without secrets, and everything that the user did', async () => {
    const other = await test.signIn();
    const { show_id } = await makeShow(other, randomBytes(10));
    const episode_id = await addEpisode(test.database, show_id, { title: 'Liked' });
    const { userId: user_id } = owner;
    const { database } = test;
    await database.insertInto('likes').values({ user_id, episode_id }).execute();
    await database.insertInto('favorites').values({ user_id, show_id }).execute();
    const pair = { follower_id: user_id, followed_id: other.userId };
    await database.insertInto('followings').values(pair).execute();
    const block = { blocker_id: user_id, blocked_id: other.userId };
    await database.insertInto('blocks').values(block).execute();
    const message = { user_id, episode_id, text: 'Hello', at: 12 };
    await database.insertInto('messages').values(message).execute();
    const { secret } = await createProgramToken(database, { userId: user_id, name: 'My script' });
    await database
      .updateTable('users')
      .set({ birthday: '1990-01-31', password_hash: '$argon2id$never' })
      .where('user_id', '=', user_id)
      .execute();
    const factor = { user_id, secret: Buffer.from('secret-of-app'), confirmed_at: new Date() };
    await database.insertInto('second_factors').values(factor).execute();
    const passkey = { credential_id: 'id-of-key', counter: 0, transports: [], name: 'Phone' };
    await database
      .insertInto('passkeys')
      .values({ ...passkey, user_id, public_key: Buffer.from('key-of-key') })
      .execute();

    const answer = await ask(owner);
    const files = await readZip(answer.rawPayload);
    expect(json(files, 'account.json')).toMatchObject({
      user_id,
      email: `${owner.permalink}@example.org`,
      birthday: '1990-01-31',
    });
    expect(json(files, 'likes.json')).toMatchObject([{ episode_id, title: 'Liked' }]);
    expect(json(files, 'favorites.json')).toMatchObject([{ show_id }]);
    expect(json(files, 'followings.json')).toMatchObject([{ user_id: other.userId }]);
    expect(json(files, 'blocks.json')).toMatchObject([{ user_id: other.userId }]);
    expect(json(files, 'messages.json')).toMatchObject([{ text: 'Hello', at: 12 }]);
    expect(json(files, 'tokens.json')).toMatchObject([{ name: 'My script', scope: 'account' }]);
    expect(json(files, 'sessions.json')).toHaveLength(1);
    expect(json(files, 'second-factor.json')).toMatchObject([
      { kind: 'app', recovery_codes_left: 0 },
    ]);
    expect(json(files, 'passkeys.json')).toMatchObject([{ name: 'Phone', last_used_at: null }]);
    const everything = [...files.values()].map(String).join();
    for (const text of [secret, owner.token, 'argon2id', 'hash', 'of-app', 'of-key']) {
      expect(everything).not.toContain(text);
    }
  });

  it('has each show with its feed, drafts, chapters, transcripts, audio and pictures', async () => {
    const [audio, cover, original] = [randomBytes(100_000), randomBytes(500), randomBytes(90_000)];
    const show = await makeShow(owner, audio);
    const { database } = test;
    const image_id = await storeMedia(test, cover, PNG);
    await database
      .updateTable('shows')
      .set({ image_id })
      .where('show_id', '=', show.show_id)
      .execute();
    const { media_id, episode_id } = show;
    const original_media_id = await storeMedia(test, original);
    const upload_id = await addUpload(database, owner.userId, { media_id, original_media_id });
    await database
      .updateTable('episodes')
      .set({ upload_id })
      .where('episode_id', '=', episode_id)
      .execute();
    const chapter = { episode_id, starts_at: 1.5, title: 'Hello', url: null, image_url: null };
    await database.insertInto('chapters').values(chapter).execute();
    const cues = JSON.stringify([{ starts_at: 0, ends_at: 2, speaker: 'Ada', text: 'Hi' }]);
    await database.insertInto('transcripts').values({ episode_id, language: 'en', cues }).execute();
    const quote = { episode_id, language: 'en', text_before: '', text_after: '', media_id };
    const marked = { marked_text: 'Hi', marked_from: 0, marked_to: 2, marked_media_id: media_id };
    const placed = { text: 'Hi!', starts_at: 30, ends_at: 32 };
    await database
      .insertInto('quotes')
      .values([
        { ...quote, ...marked, ...placed, quote_id: 'placedplaced' },
        { ...quote, ...marked, ...placed, quote_id: 'quotethatgon', is_lost: true },
      ])
      .execute();
    await addEpisode(database, show.show_id, { title: 'In the feed' });

    const files = await archiveOf(owner);
    expect(json(files, `${show.folder}/show.json`)).toMatchObject({ show_id: show.show_id });
    const feed = String(files.get(`${show.folder}/feed.xml`));
    expect(feed).toContain('<title>In the feed</title>');
    expect(json(files, `${show.draft}/episode.json`)).toMatchObject({ state: 'draft' });
    expect(json(files, `${show.draft}/chapters.json`).chapters).toEqual([
      { startTime: 1.5, title: 'Hello' },
    ]);
    expect(json(files, `${show.draft}/transcript-1.json`).segments).toEqual([
      { startTime: 0, endTime: 2, speaker: 'Ada', body: 'Hi' },
    ]);
    const words = { text: 'Hi', language: 'en', created_at: expect.any(String) };
    expect(json(files, `${show.draft}/quotes.json`)).toEqual([
      { ...words, quote_id: 'placedplaced', is_lost: false, starts_at: 30, ends_at: 32 },
      { ...words, quote_id: 'quotethatgon', is_lost: true, starts_at: null, ends_at: null },
    ]);
    expect(files.get(`${show.folder}/cover.png`)?.equals(cover)).toBe(true);
    expect(files.get(`${show.draft}/audio.mp3`)?.equals(audio)).toBe(true);
    expect(files.get(`${show.draft}/original.mp3`)?.equals(original)).toBe(true);
  });

  it('has uploads that no episode plays, and none of other users', async () => {
    const bytes = randomBytes(1_000);
    const media_id = await storeMedia(test, bytes);
    const upload_id = await addUpload(test.database, owner.userId, { media_id });
    const other = await test.signIn();
    await makeShow(other, randomBytes(10));
    const files = await archiveOf(owner);
    const media = [...files.keys()].filter((name) => !name.endsWith('.json'));
    expect(media).toEqual([`uploads/${upload_id}.mp3`]);
    expect(files.get(`uploads/${upload_id}.mp3`)?.equals(bytes)).toBe(true);
  });

  it('names a file that the storage has lost', async () => {
    const show = await makeShow(owner, randomBytes(77));
    const { sha256 } = await test.database
      .selectFrom('media')
      .select('sha256')
      .where('media_id', '=', show.media_id)
      .executeTakeFirstOrThrow();
    await test.store.delete(sha256);
    const files = await archiveOf(owner);
    expect(json(files, 'missing-files.json')).toEqual([`${show.draft}/audio.mp3`]);
  });

  it('makes folders that every system can unpack, whatever a permalink has', async () => {
    const permalink = `../${'ü'.repeat(300)}:*`;
    const show_id = await addShow(test.database, owner.userId, { permalink });
    const names = [...(await archiveOf(owner)).keys()].filter((name) => name.startsWith('shows/'));
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const [, folder = ''] = name.split('/');
      expect(folder).toMatch(new RegExp(`^${show_id}-[ü-]+$`));
      expect(Buffer.byteLength(folder)).toBeLessThan(255);
    }
  });

  it('gives two requests at once the same files', async () => {
    await makeShow(owner, randomBytes(300_000));
    const [one, other] = await Promise.all([archiveOf(owner), archiveOf(owner)]);
    expect(one).toEqual(other);
  });

  it('reads as slowly as its client, and is whole in the end', async () => {
    const audio = randomBytes(24 << 20);
    const show = await makeShow(owner, audio);
    const reading = vi.spyOn(test.store, 'read');
    const answer = await openRaw(owner);
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    const source = (await reading.mock.results[0]?.value) as Readable & { bytesRead: number };
    await vi.waitFor(async () => {
      const before = source.bytesRead;
      expect(before).toBeGreaterThan(0);
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
      expect(source.bytesRead).toBe(before);
    });
    expect(source.bytesRead).toBeLessThan(audio.length);
    const files = await readZip(await buffer(answer));
    expect(files.get(`${show.draft}/audio.mp3`)?.equals(audio)).toBe(true);
    reading.mockRestore();
  });

  it('closes everything if its client goes away', async () => {
    await makeShow(owner, randomBytes(24 << 20));
    const reading = vi.spyOn(test.store, 'read');
    const answer = await openRaw(owner);
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    const source = (await reading.mock.results[0]?.value) as Readable;
    answer.destroy();
    await vi.waitFor(() => expect(source.closed).toBe(true));
    const folder = join(test.deps.config.dataDir, 'work');
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
    reading.mockRestore();
  });

  it('breaks the connection if the storage fails, so that no client takes a part for the whole', async () => {
    await makeShow(owner, randomBytes(100_000));
    const reading = vi.spyOn(test.store, 'read').mockImplementation(async () =>
      Readable.from(
        (async function* broken() {
          yield randomBytes(50_000);
          throw new Error('lost');
        })(),
      ),
    );
    await expect(buffer(await openRaw(owner))).rejects.toThrow('aborted');
    reading.mockRestore();
  });

  it('is for the user alone', async () => {
    const [other, admin] = [await test.signIn(), await test.signIn({ admin: true })];
    expect((await ask(owner, {})).statusCode).toBe(401);
    expect((await ask(owner, other.headers)).statusCode).toBe(403);
    expect((await ask(owner, admin.headers)).statusCode).toBe(403);
  });

  it('comes from S3 as well', async () => {
    const s3 = await openS3Server();
    const host = await openTestApp(s3.env);
    const user = await host.signIn();
    const audio = randomBytes(300_000);
    const media_id = await storeMedia(host, audio);
    const show_id = await addShow(host.database, user.userId);
    await addEpisode(host.database, show_id, { media_id });
    const url = `/api/user/${user.userId}/export`;
    const answer = await host.app.inject({ url, headers: user.headers });
    const files = await readZip(answer.rawPayload);
    const name = [...files.keys()].find((one) => one.endsWith('audio.mp3')) ?? '';
    expect(files.get(name)?.equals(audio)).toBe(true);
    await host.close();
    await s3.close();
  });

  it('is made a few times an hour', async () => {
    const limited = await openTestApp({ RATE_LIMITS: 'on' });
    const user = await limited.signIn();
    const url = `/api/user/${user.userId}/export`;
    const statuses: number[] = [];
    for (let count = 0; count <= LIMITS.export.account.points; count++) {
      statuses.push((await limited.app.inject({ url, headers: user.headers })).statusCode);
    }
    await limited.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.export.account.points);
    expect(statuses.at(-1)).toBe(429);
  });
});
