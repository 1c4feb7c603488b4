import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { tokenOfMail } from '../../helpers/mail-text.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

// An administrator ends another person's account.

const PASSWORD = 'correct horse battery';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
});
beforeEach(async () => {
  await test.database.updateTable('users').set({ is_admin: false }).execute();
  admin = await test.signIn({ admin: true });
  member = await test.signIn();
});
afterAll(() => test?.close());

const end = (
  user: SignedIn,
  by: SignedIn,
  { payload = {}, headers = {}, name = String(user.userId) } = {},
) =>
  test.app.inject({
    method: 'DELETE',
    url: `/api/user/${name}`,
    headers: { ...by.headers, ...headers },
    payload,
  });

const isThere = async (user: SignedIn) => (await ask(`GET /user/${user.userId}`)).status === 200;

async function givePassword(user: SignedIn): Promise<void> {
  const password_hash = await test.deps.passwords.hash(PASSWORD);
  await test.database
    .updateTable('users')
    .set({ password_hash })
    .where('user_id', '=', user.userId)
    .execute();
}

async function mailsTo(user: SignedIn): Promise<string[]> {
  const folder = join(test.deps.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${user.permalink}@example.org`));
}

describe('DELETE /user/{user_id} by an administrator', () => {
  it('ends the account by its id or its permalink, and nobody else is logged out', async () => {
    const other = await test.signIn();
    const { origin } = admin.cookies;
    const answer = await end(member, admin, { headers: { origin } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { response: {} }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await end(other, admin, { name: other.permalink })).statusCode).toBe(200);
    for (const user of [member, other]) {
      expect((await ask('GET /v2/me', user)).status).toBe(401);
      expect(await isThere(user)).toBe(false);
    }
    expect((await ask('GET /v2/me', admin)).status).toBe(200);
    expect((await end(member, admin)).statusCode).toBe(404);
  });

  it('needs the password of the administrator, not that of the user', async () => {
    await givePassword(admin);
    const missing = await end(member, admin);
    expect(missing.json().error.messages).toEqual(['password: is required to delete the account']);
    const wrong = await end(member, admin, { payload: { password: 'wrong' } });
    expect(wrong.json().error.messages).toEqual(['password: is wrong']);
    expect(await isThere(member)).toBe(true);
    const right = await end(member, admin, { payload: { password: PASSWORD } });
    expect(right.statusCode).toBe(200);
  });

  it('makes the archive first and mails its link to the user', async () => {
    const show_id = await addShow(test.database, member.userId, { title: 'Mine' });
    await end(member, admin);
    await test.runJobs();
    const [mail] = await mailsTo(member);
    const archive = await test.app.inject({
      method: 'POST',
      url: '/account/archive',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: tokenOfMail(mail) }).toString(),
    });
    const names = [...(await readZip(archive.rawPayload)).keys()];
    expect(names.filter((name) => name.startsWith(`shows/${show_id}-`))).not.toEqual([]);
    expect(await mailsTo(admin)).toEqual([]);
  });

  it('ends the account of another administrator, but never that of the last one', async () => {
    const second = await test.signIn({ admin: true });
    const answers = await Promise.all([end(second, admin), end(admin, second)]);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(200);
    // When the deleted administrator's own request runs, they are no longer an administrator, or no longer exist.
    expect([400, 401, 403, 404, 409]).toContain(statuses[1]);
    const left = (await isThere(admin)) ? admin : second;
    expect((await ask('GET /v2/me', left)).status).toBe(200);
    expect((await end(left, left)).statusCode).toBe(409);
  });

  it('is carried out once if two administrators send it at once', async () => {
    const second = await test.signIn({ admin: true });
    const answers = await Promise.all([end(member, admin), end(member, second)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });
});
