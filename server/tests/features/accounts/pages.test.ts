import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueLink } from '../../../src/features/accounts/email-links.ts';
import { makeSetupLink } from '../../../src/features/accounts/setup.ts';
import { textOfMail } from '../../helpers/mail-text.ts';
import { openSite } from '../../helpers/open-site.ts';
import type { TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openSite();
});
afterAll(() => test?.close());

const OWN = { origin: 'http://site.test' };

const get = (url: string, headers = {}) => test.app.inject({ url, headers });
const post = (url: string, fields: Record<string, string>, headers = {}) =>
  test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
/** The texts of the mails that the jobs have just written to the outbox. */
async function newMails() {
  const outbox = join(test.deps.config.dataDir, 'outbox');
  const before = await readdir(outbox).catch(() => [] as string[]);
  await test.runJobs();
  const names = (await readdir(outbox)).filter((each) => !before.includes(each));
  const raw = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return raw.map(textOfMail).join('\n');
}
const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? '';

async function link(purpose: 'verify' | 'reset', userId: number) {
  const { email } = await test.database
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return issueLink(test.database, { purpose, userId, email, lastsMs: 60_000 });
}

describe.each(['/setup', '/login/verify', '/login/reset', '/account/archive'])('%s', (path) => {
  it('says that a link is dead, in a page that nothing can frame, run or store', async () => {
    const answer = await get(`${path}?token=x`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src http:\/\/site\.test\/assets\/;/);
    expect(policy).not.toContain('script-src');
    expect(answer.body).toContain('does not work any more');
  });

  it('speaks the language of the reader', async () => {
    const answer = await get(`${path}?token=x`, { 'accept-language': 'it' });
    expect(answer.body).toContain('<html lang="it" dir="ltr">');
    expect(answer.body).toContain('Questo link non è più valido');
  });

  it.each(['"><script>alert(1)</script>', `x" onfocus="alert(1)`])(
    'escapes the token %s',
    async (token) => {
      const fields = { token, email: token, name: token, password: token };
      for (const { body } of [
        await get(`${path}?${new URLSearchParams({ token })}`),
        await post(path, fields),
      ]) {
        expect(body).not.toContain('<script');
        expect(body).not.toContain('x" onfocus');
      }
    },
  );

  it('answers a form of the wrong kind in words', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'text/xml' },
      payload: '<a/>',
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('/login/verify', () => {
  it('confirms by the button and not by opening the link', async () => {
    const user = await test.signIn();
    const changed = { email_verified_at: null };
    await test.database
      .updateTable('users')
      .set(changed)
      .where('user_id', '=', user.userId)
      .execute();
    const token = await link('verify', user.userId);
    const verified = async () =>
      (await get('/api/v2/me', user.headers)).json().response.user.email_verified;
    const page = await get(`/login/verify?token=${token}`);
    expect(page.body).toContain(`value="${token}"`);
    expect(await verified()).toBe(false);
    const done = await post('/login/verify', { token });
    expect(done.statusCode).toBe(200);
    expect(done.body).toContain('Your address is confirmed');
    expect(await verified()).toBe(true);
    const again = await post('/login/verify', { token });
    expect([again.statusCode, again.body]).toEqual([404, expect.stringContaining('used already')]);
    expect((await get(`/login/verify?token=${token}`)).body).toContain('Your address is confirmed');
  });
});

describe('/login/reset', () => {
  it('sets a new password, and keeps the form after one that is too short', async () => {
    const user = await test.signIn();
    const token = await link('reset', user.userId);
    expect((await get(`/login/reset?token=${token}`)).body).toContain('type="password"');
    const short = await post('/login/reset', { token, password: 'short' });
    expect(short.statusCode).toBe(400);
    expect(short.body).toMatch(/aria-invalid="true".*must have at least 8 characters/);
    expect(short.body).toContain(`value="${token}"`);
    expect(short.body).not.toContain('value="short"');
    const done = await post('/login/reset', { token, password: 'new horse!' });
    expect(done.body).toContain('Your new password is saved');
    const email = `${user.permalink}@example.org`;
    const payload = { email, password: 'new horse!' };
    const answer = await test.app.inject({ method: 'POST', url: '/api/v2/auth/login', payload });
    expect(answer.statusCode).toBe(201);
  });

  it('says why a link is dead: used, too old, replaced or not whole, and sends another one', async () => {
    const user = await test.signIn();
    const page = async (token: string) => (await get(`/login/reset?token=${token}`)).body;
    const [first, second] = [await link('reset', user.userId), await link('reset', user.userId)];
    await post('/login/reset', { token: first, password: 'new horse!' });
    expect(await page(first)).toContain('It was used already');
    // A newer link, which was used, has replaced it.
    expect(await page(second)).toContain('a newer mail has taken its place');
    expect(await page(second.slice(1))).toContain('not copied whole');
    const late = await post('/login/reset', { token: second, password: 'new horse!' });
    expect([late.statusCode, late.body]).toEqual([404, expect.stringContaining('type="email"')]);
  });

  it('sends a link to somebody who has none, without a word about the address', async () => {
    expect((await get('/login/reset')).body).toContain('type="email"');
    const user = await test.signIn();
    const known = await post('/login/reset', { email: `${user.permalink}@example.org` });
    const unknown = await post('/login/reset', { email: 'nobody@example.org' });
    expect(known.body).toBe(unknown.body);
    expect((await test.runJobs()).join()).toMatch(/outbox/);
  });

  /** A member with a token for a program and a connected service. */
  async function withAccess() {
    const user = await test.signIn();
    const { headers, userId } = user;
    const payload = { name: 'Old laptop' };
    const url = '/api/v2/me/tokens';
    const made = await test.app.inject({ method: 'POST', url, payload, headers });
    const token = `Bearer ${made.json().response.token.secret}`;
    await test.database
      .updateTable('users')
      .set({ go_user_id: `google-${userId}` })
      .where('user_id', '=', userId)
      .execute();
    const isLeft = async () => {
      const url = '/api/v2/me';
      const answer = await test.app.inject({ url, headers: { authorization: token } });
      const { go_user_id } = await test.database
        .selectFrom('users')
        .select('go_user_id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return [answer.statusCode === 200, go_user_id !== null];
    };
    return { userId, email: `${user.permalink}@example.org`, isLeft };
  }

  it('lists what can still use the account, and ends all of it with one press', async () => {
    const { userId, isLeft } = await withAccess();
    const token = await link('reset', userId);
    const { body } = await post('/login/reset', { token, password: 'new horse!' });
    expect(body).toMatch(/can still use your account.*Old laptop.*Google/);
    expect(await isLeft()).toEqual([true, true]);
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(body) ?? [];
    expect((await post('/login/reset', { key: `A${key}` })).statusCode).toBe(404);
    expect(await isLeft()).toEqual([true, true]);
    expect((await post('/login/reset', { key })).body).toContain('No program or service');
    expect(await isLeft()).toEqual([false, false]);
  });

  it('ends it by default if the owner says that the account was taken over', async () => {
    const { email, isLeft } = await withAccess();
    await post('/login/reset', { email, access: 'true' });
    const path = /\/login\/reset\?token=\S+/.exec(await newMails())?.[0] ?? '';
    expect((await get(path)).body).toMatch(/name="access"[^>]*checked|checked[^>]*name="access"/);
    const token = new URL(path, 'http://site.test').searchParams.get('token') ?? '';
    const done = await post('/login/reset', { token, password: 'new horse!', access: 'true' });
    expect(done.body).toContain('Your new password is saved');
    expect(done.body).not.toContain('name="key"');
    expect(await isLeft()).toEqual([false, false]);
  });

  it('takes the form of a signed-in reader from our own page alone', async () => {
    const user = await test.signIn();
    const token = await link('reset', user.userId);
    const fields = { token, password: 'new horse!' };
    const cookie = user.cookies.cookie;
    const foreign = await post('/login/reset', fields, { cookie, origin: 'https://evil.example' });
    expect(foreign.statusCode).toBe(403);
    expect((await post('/login/reset', fields, user.cookies)).statusCode).toBe(200);
  });
});

describe('/setup', () => {
  const admin = { email: 'root@example.org', name: 'Root', password: 'correct horse' };

  it('creates one administrator, whatever comes at once', async () => {
    const links = [
      await makeSetupLink(test.deps),
      await makeSetupLink(test.deps), // a second start of the program
    ].map(tokenOf);
    expect(links[0]).not.toBe(links[1]);
    const [token = ''] = links;
    expect((await get(`/setup?token=${token}`)).body).toContain('Create the account');

    const bad = await post('/setup', { token, ...admin, email: 'nonsense', name: 'Kept "name"' });
    expect(bad.statusCode).toBe(400);
    expect(bad.body).toContain('value="Kept &quot;name&quot;"');

    const answers = await Promise.all(
      [...links, ...links].map((each, n) =>
        post('/setup', { token: each, ...admin, email: `root${n}@example.org` }, OWN),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 404, 404, 404]);
    const done = answers.find(({ statusCode }) => statusCode === 303);
    expect(done?.headers.location).toBe('http://site.test/');
    const cookie = String(done?.headers['set-cookie']).split(';')[0] ?? '';
    const me = await get('/api/v2/me', { cookie });
    expect(me.json().response.user).toMatchObject({ is_admin: true, email_verified: true });

    const admins = await test.database
      .selectFrom('users')
      .select('user_id')
      .where('is_admin', '=', true)
      .execute();
    expect(admins).toHaveLength(1);
    for (const each of links) expect((await get(`/setup?token=${each}`)).statusCode).toBe(404);
    expect(await makeSetupLink(test.deps)).toBeNull();
  });
});
