import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkAccounts } from '../../../src/features/accounts/check-accounts.ts';
import { sweepArchives } from '../../../src/features/exports/archive-account.ts';
import { collectGarbage } from '../../../src/features/media/media.ts';
import { checkMedia } from '../../../src/features/uploads/check-media.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { tokenOfMail } from '../../helpers/mail-text.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { openS3Server } from '../../helpers/s3-server.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const PASSWORD = 'correct horse battery';

let test: TestApp;
let ask: AskApi;
let passwordHash: string;
let leaver: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});
beforeEach(async () => {
  await test.runJobs(); // jobs of the previous test
  leaver = await test.signIn();
  await test.database
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', leaver.userId)
    .execute();
});
afterAll(() => test?.close());

const emailOf = (user: SignedIn) => `${user.permalink}@example.org`;

const leave = (
  user: SignedIn,
  payload: object = { password: PASSWORD },
  { host = test, headers = {} } = {},
) =>
  host.app.inject({
    method: 'DELETE',
    url: `/api/user/${user.userId}`,
    headers: { ...user.headers, ...headers },
    payload,
  });

const rowOf = (user: SignedIn) =>
  test.database
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();

/** The user's activities and data here. */
async function settleIn(user: SignedIn, host = test) {
  const { database } = host;
  const { userId: user_id } = user;
  const author = await host.signIn();
  const show_id = await addShow(database, author.userId);
  const episode_id = await addEpisode(database, show_id);
  await database.insertInto('likes').values({ user_id, episode_id }).execute();
  await database.insertInto('favorites').values({ user_id, show_id }).execute();
  const [to, from] = [author.userId, user_id];
  await database
    .insertInto('followings')
    .values([
      { follower_id: from, followed_id: to },
      { follower_id: to, followed_id: from },
    ])
    .execute();
  const stranger = await host.signIn();
  const block = { blocker_id: user_id, blocked_id: stranger.userId };
  await database.insertInto('blocks').values(block).execute();
  await database.insertInto('messages').values({ user_id, episode_id, text: 'Bravo' }).execute();
  const own_id = await addShow(database, user_id, { permalink: `own-${user.permalink}` });
  const upload_id = await addUpload(database, user_id);
  const { media_id } = await database
    .selectFrom('uploads')
    .select('media_id')
    .where('upload_id', '=', upload_id)
    .executeTakeFirstOrThrow();
  const played = { upload_id, media_id, permalink: `first-${user.permalink}` };
  const own_episode_id = await addEpisode(database, own_id, played);
  const bytes = randomBytes(5_000);
  const unused = { media_id: await storeMedia(host, bytes) };
  const unused_id = await addUpload(database, user_id, unused);
  return { author, show_id, episode_id, own_id, own_episode_id, unused_id, bytes };
}

const RELATED = [
  ['likes', 'user_id'],
  ['favorites', 'user_id'],
  ['followings', 'follower_id'],
  ['followings', 'followed_id'],
  ['blocks', 'blocker_id'],
  ['messages', 'user_id'],
  ['sessions', 'user_id'],
] as const;

/** The number of rows in each table that refer to the user. */
async function countRelated({ userId }: SignedIn): Promise<number[]> {
  return Promise.all(
    RELATED.map(async ([table, column]) => {
      const { ref, table: name } = test.database.dynamic;
      const rows = await test.database
        .selectFrom(name(table).as('related'))
        .select(ref<string>(column))
        .where(ref(column), '=', userId)
        .execute();
      return rows.length;
    }),
  );
}

async function mailsTo(user: SignedIn): Promise<string[]> {
  const folder = join(test.deps.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${emailOf(user)}`));
}

/** Presses the button of the page in a mail. */
async function download(token: string) {
  return test.app.inject({
    method: 'POST',
    url: '/account/archive',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token }).toString(),
  });
}

const problems = async () => {
  const found: unknown[] = [];
  for await (const text of checkAccounts(test)) found.push(text);
  for await (const problem of checkMedia(test)) found.push(problem);
  return found;
};

describe('DELETE /user/{user_id}', () => {
  it.each([
    [{}, 'password: is required to delete the account'],
    [{ password: 'wrong' }, 'password: is wrong'],
  ])('needs the password of the account: %j', async (payload, message) => {
    const answer = await leave(leaver, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages).toEqual([message]);
    expect((await rowOf(leaver)).deleted_at).toBeNull();
  });

  it('needs none of an account without one', async () => {
    const user = await test.signIn();
    expect((await leave(user, {})).statusCode).toBe(200);
  });

  it('is for nobody else but administrators', async () => {
    const stranger = await test.signIn();
    const { statusCode } = await leave({ ...leaver, headers: stranger.headers });
    expect(statusCode).toBe(403);
    expect((await rowOf(leaver)).deleted_at).toBeNull();
  });

  it('ends every login at once, also of programs, and clears the cookie', async () => {
    const { origin } = leaver.cookies;
    const answer = await leave(leaver, { password: PASSWORD }, { headers: { origin } });
    expect(answer.json()).toEqual({ response: {} });
    expect(answer.headers['set-cookie']).toContain('Max-Age=0');
    expect((await ask('GET /v2/me', leaver)).status).toBe(401);
    const payload = { email: emailOf(leaver), password: PASSWORD };
    const login = await test.app.inject({ method: 'POST', url: '/api/v2/auth/login', payload });
    expect(login.statusCode).toBe(401);
    expect((await ask(`GET /user/${leaver.userId}`)).status).toBe(404);
  });

  it('leaves nothing of the person, and messages without an author', async () => {
    const { episode_id } = await settleIn(leaver);
    expect(Math.min(...(await countRelated(leaver)))).toBe(1);
    await leave(leaver);
    expect(Math.max(...(await countRelated(leaver)))).toBe(0);
    const row = await rowOf(leaver);
    const kept = Object.entries(row).filter(([, value]) => value !== null);
    expect(Object.fromEntries(kept)).toEqual({
      user_id: leaver.userId,
      permalink: expect.stringMatching(/^deleted-[0-9a-f]{16}$/),
      name: '',
      description: '',
      is_admin: false,
      created_at: expect.any(Date),
      deleted_at: expect.any(Date),
    });
    const { response } = await ask<{ pager: { results: object[] } }>(
      `GET /v2/episodes/${episode_id}/messages`,
    );
    expect(response.pager.results).toMatchObject([{ text: 'Bravo', user: null }]);
  });

  it('hides shows, feeds and stored answers at once, but keeps them to be restored', async () => {
    const { own_id, own_episode_id, author } = await settleIn(leaver);
    const urls = [
      `/api/v2/shows/${own_id}`,
      `/api/v2/episodes/${own_episode_id}`,
      `/show/${own_id}/episodes/feed`,
    ];
    const fans = `/api/user/${author.userId}/fans?page=1`;
    const statuses = async () =>
      Promise.all(urls.map(async (url) => (await test.app.inject({ url })).statusCode));
    const countFans = async () =>
      (await test.app.inject({ url: fans })).json().response.pager.results.length;
    expect([...(await statuses()), await countFans()]).toEqual([200, 200, 200, 1]);
    await leave(leaver);
    expect([...(await statuses()), await countFans()]).toEqual([404, 404, 410, 0]);
    const { deleted_at } = await test.database
      .selectFrom('shows')
      .select('deleted_at')
      .where('show_id', '=', own_id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).toEqual((await rowOf(leaver)).deleted_at);
  });

  it('frees the address and the permalink', async () => {
    await leave(leaver);
    const payload = { email: emailOf(leaver), password: PASSWORD, name: 'Again', terms: true };
    const answer = await test.app.inject({ method: 'POST', url: '/api/v2/auth/signup', payload });
    expect(answer.statusCode).toBe(201);
    const { user, sso } = answer.json().response;
    const permalink = await test.app.inject({
      method: 'PUT',
      url: `/api/user/${user.user_id}/permalink`,
      headers: { authorization: `Bearer ${sso.token}` },
      payload: { permalink: leaver.permalink },
    });
    expect(permalink.statusCode).toBe(200);
  });

  it('refuses the only administrator, also if the last two leave at once', async () => {
    await test.database.updateTable('users').set({ is_admin: false }).execute();
    const admins = [await test.signIn({ admin: true }), await test.signIn({ admin: true })];
    const answers = await Promise.all(admins.map((admin) => leave(admin, {})));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().error.messages[0]).toMatch(/^You are the only administrator/);
  });

  it('is carried out once if it is sent twice at once', async () => {
    const answers = await Promise.all([leave(leaver), leave(leaver)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('changes nothing if it fails in the middle', async () => {
    await settleIn(leaver);
    const before = [await rowOf(leaver), await countRelated(leaver)];
    // The last change of the deletion breaks this rule.
    const rule = `check (user_id <> ${leaver.userId} or deleted_at is null)`;
    await sql.raw(`alter table users add constraint unbroken ${rule}`).execute(test.database);
    expect((await leave(leaver)).statusCode).toBe(500);
    await sql`alter table users drop constraint unbroken`.execute(test.database);
    expect([await rowOf(leaver), await countRelated(leaver)]).toEqual(before);
    const jobs = await test.runJobs();
    expect(jobs).toEqual([]);
    expect((await ask('GET /v2/me', leaver)).status).toBe(200);
    expect((await leave(leaver)).statusCode).toBe(200);
  });
});

describe('the archive of a deleted account', () => {
  it('has what the export had, and comes by a link that works for one download', async () => {
    const { own_id, unused_id, bytes } = await settleIn(leaver);
    const url = `/api/user/${leaver.userId}/export`;
    const before = await readZip(
      (await test.app.inject({ url, headers: leaver.headers })).rawPayload,
    );
    await leave(leaver);
    await test.runJobs();

    const [mail] = await mailsTo(leaver);
    const token = tokenOfMail(mail);
    const page = await test.app.inject({ url: `/account/archive?token=${token}` });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(token);
    const answer = await download(token);
    expect(answer.headers['content-disposition']).toContain(`Earshot ${leaver.permalink}.zip`);
    const after = await readZip(answer.rawPayload);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, content] of before) {
      if (name.endsWith('show.json')) continue; // it contains the deletion of the show
      // Pages of episodes are below the permalink of their user, which has changed.
      const text = after.get(name)?.toString('latin1');
      const restored = text?.replace(/deleted-[0-9a-f]{16}/g, leaver.permalink);
      expect(restored, name).toBe(content.toString('latin1'));
    }
    expect(after.get(`uploads/${unused_id}.mp3`)).toEqual(bytes);
    expect([...after.keys()]).toContain(`shows/${own_id}-own-${leaver.permalink}/feed.xml`);

    await vi.waitFor(async () => expect((await download(token)).statusCode).toBe(404));
    const gone = await test.app.inject({ url: `/account/archive?token=${token}` });
    expect(gone.statusCode).toBe(404);
  });

  it('leaves no data behind that was put aside, and nothing for check to find', async () => {
    await settleIn(leaver);
    await leave(leaver);
    await test.runJobs();
    const aside = await test.database
      .selectFrom('account_deletion_data')
      .select('part')
      .where('user_id', '=', leaver.userId)
      .execute();
    expect(aside).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('can be asked for again if the download broke off', async () => {
    const show_id = await addShow(test.database, leaver.userId);
    const bytes = randomBytes(16 << 20);
    const media_id = await storeMedia(test, bytes);
    await addEpisode(test.database, show_id, { media_id });
    await leave(leaver);
    await test.runJobs();
    const token = tokenOfMail((await mailsTo(leaver))[0]);
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    await new Promise<void>((resolve, reject) => {
      request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/account/archive',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        agent: false,
      })
        .on('error', reject)
        .on('response', (answer) => {
          answer.once('data', () => answer.destroy());
          answer.once('close', () => resolve());
          answer.on('error', () => {}); // the archive is truncated
        })
        .end(`token=${token}`);
    });
    expect((await download(token)).statusCode).toBe(200);
  });

  it('is made again if the job fails, and only once', async () => {
    await settleIn(leaver);
    await leave(leaver);
    const receiving = vi.spyOn(test.store, 'receive').mockImplementationOnce(async (source) => {
      source.destroy(); // as a store does
      throw new Error('lost');
    });
    await test.runJobs({ mayFail: true });
    expect(await mailsTo(leaver)).toEqual([]);
    receiving.mockRestore();
    await test.runJobs({ until: new Date(Date.now() + 3_600_000) });
    await test.deps.jobs.add(test.database, 'archive_account', { userId: leaver.userId });
    await test.runJobs();
    expect(await mailsTo(leaver)).toHaveLength(1);
  });

  it('is stored in S3 as well', async () => {
    const s3 = await openS3Server();
    const host = await openTestApp(s3.env);
    const user = await host.signIn();
    const { unused_id, bytes } = await settleIn(user, host);
    expect((await leave(user, {}, { host })).statusCode).toBe(200);
    await host.runJobs();
    const { sha256 } = await host.database
      .selectFrom('account_deletions')
      .innerJoin('media', 'media_id', 'archive_id')
      .select('sha256')
      .executeTakeFirstOrThrow();
    const files = await readZip(await buffer(await host.store.read(sha256)));
    expect(files.get(`uploads/${unused_id}.mp3`)).toEqual(bytes);
    await host.close();
    await s3.close();
  });

  it('is mailed to nobody if the address was never confirmed', async () => {
    await test.database
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('user_id', '=', leaver.userId)
      .execute();
    await leave(leaver);
    await test.runJobs();
    expect(await mailsTo(leaver)).toEqual([]);
  });

  it('is removed after 30 days', async () => {
    await leave(leaver);
    await test.runJobs();
    const find = () =>
      test.database
        .selectFrom('account_deletions')
        .innerJoin('media', 'media_id', 'archive_id')
        .select('sha256')
        .where('user_id', '=', leaver.userId)
        .executeTakeFirst();
    const { sha256 = '' } = (await find()) ?? {};
    await sweepArchives(test.deps);
    expect(await find()).toBeDefined();
    await test.database
      .updateTable('account_deletions')
      .set({ archived_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('user_id', '=', leaver.userId)
      .execute();
    await sweepArchives(test.deps);
    await collectGarbage(test.deps, { now: new Date(Date.now() + 7_200_000) });
    expect(await test.store.stat(sha256)).toBeNull();
  });
});
