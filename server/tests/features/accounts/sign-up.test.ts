import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInvite } from '../../../src/features/accounts/invites.ts';
import { type MailServer, openMailServer } from '../../helpers/mail-server.ts';
import { textOfMail } from '../../helpers/mail-text.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let closed: TestApp;
let byInvite: TestApp;
let mails: MailServer;
beforeAll(async () => {
  mails = await openMailServer();
  [test, closed, byInvite] = await Promise.all([
    openTestApp({ SMTP_URL: mails.url }),
    openTestApp({ SIGNUP: 'closed' }),
    openTestApp({ SIGNUP: 'invite' }),
  ]);
});
afterAll(async () => {
  await Promise.all([test?.close(), closed?.close(), byInvite?.close()]);
  await mails?.close();
});

let accounts = 0;
const fields = (changes: object = {}) => {
  accounts += 1;
  return {
    email: `ann${accounts}@example.org`,
    password: 'correct horse',
    name: 'Ann',
    terms: true,
    ...changes,
  };
};

const signUp = (payload: object, { app } = test, headers = {}) =>
  app.inject({ method: 'POST', url: '/api/v2/auth/signup', payload, headers });

const countUsers = async ({ database } = test) =>
  (await database.selectFrom('users').select('user_id').execute()).length;

describe('POST /v2/auth/signup', () => {
  it('creates an account that is signed in', async () => {
    const answer = await signUp(fields({ email: ' Ann@EXAMPLE.org ', name: '  Ann \n Lee ' }));
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { user, sso } = answer.json().response;
    expect(user).toMatchObject({
      email: 'Ann@example.org',
      email_verified: false,
      name: 'Ann Lee',
      permalink: 'ann-lee',
      is_admin: false,
    });
    expect(Date.parse(sso.expires_at)).toBeGreaterThan(Date.now());
    const headers = { authorization: `Bearer ${sso.token}` };
    const me = await test.app.inject({ url: '/api/v2/me', headers });
    expect(me.json().response.user).toEqual(user);
  });

  it('gives the cookie to our own pages alone', async () => {
    const own = await signUp(fields(), test, { origin: 'http://site.test' });
    expect(String(own.headers['set-cookie'])).toMatch(
      /^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax,known=/,
    );
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      expect((await signUp(fields(), test, headers)).headers['set-cookie']).toBeUndefined();
    }
  });

  it('asks the owner of the address to confirm it, in his language and without a text of the user', async () => {
    const name = 'Win money at http://evil.example\r\nBcc: x@evil.example';
    const { email } = fields();
    await signUp(fields({ email, name }), test, { 'accept-language': 'it-IT' });
    await test.runJobs();
    const mail = mails.mails.find(({ to }) => to.includes(email));
    expect(mail?.to).toEqual([email]);
    expect(mail?.raw).toMatch(/^Subject: Conferma il tuo indirizzo per Earshot\r$/m);
    expect(textOfMail(mail?.raw ?? '')).toContain('http://site.test/login/verify?token=');
    expect(textOfMail(mail?.raw ?? '')).not.toContain('evil');
    expect(mail?.raw).not.toMatch(/^Bcc/im);
  });

  it.each([
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@b.c\r\nBcc: x@y.z' }, 'email'],
    [{ email: 'a@example.org, b@example.org' }, 'email'],
    [{ email: `${'x'.repeat(250)}@example.org` }, 'email'],
    [{ email: undefined }, 'email'],
    [{ password: 'seven77' }, 'password'],
    [{ password: 'é'.repeat(501) }, 'password'],
    [{ password: 'x'.repeat(100_000) }, 'password'],
    [{ password: undefined }, 'password'],
    [{ name: ' \u202e ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: '\u200b\u2060\ufeff' }, 'name'],
    [{ terms: false }, 'terms'],
    [{ terms: undefined }, 'terms'],
    [{ invite: 'unknown' }, 'invite'],
  ])('refuses %j and writes nothing', async (changes, field) => {
    const before = await countUsers();
    const answer = await signUp(fields(changes));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages[0]).toMatch(new RegExp(`^${field}: `));
    expect(await countUsers()).toBe(before);
  });

  it('takes names of all scripts, and passwords of every letter', async () => {
    const answer = await signUp(fields({ name: '山田 太郎 🎙', password: 'пароль🔒ß' }));
    expect(answer.json().response.user).toMatchObject({
      name: '山田 太郎 🎙',
      permalink: '山田-太郎',
    });
  });

  it('creates one account of many signups at once with one address', async () => {
    const { email } = fields();
    const wide = email.replace('example', 'ｅxample');
    const spellings = [email, email.toUpperCase(), ` ${email}`, wide, email, email];
    const answers = await Promise.all(
      spellings.map((spelling) => signUp(fields({ email: spelling }))),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 400, 400, 400, 400, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json().error.messages[0]).toMatch(/^email: /);
  });

  it('takes both spellings of an international host name for one address', async () => {
    const [typed, ascii] = [`ann-${Date.now()}@MÜNCHEN.example`, 'xn--mnchen-3ya.example'];
    const other = typed.replace('MÜNCHEN.example', ascii);
    expect((await signUp(fields({ email: typed }))).json().response.user.email).toBe(other);
    for (const email of [typed, other, typed.toLowerCase()]) {
      const answer = await signUp(fields({ email }));
      expect(answer.json().error?.messages[0]).toMatch(/^email: /);
    }
  });

  it.each(['ann@mün%41.example', 'ann@mün chen.example', 'ann@mün/chen.example', 'ann@ü..example'])(
    'refuses %s, which the ASCII form would hide',
    async (email) => {
      expect((await signUp(fields({ email }))).statusCode).toBe(400);
    },
  );

  it('gives many users of one name at once permalinks of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => signUp(fields({ name: 'Same Name' }))),
    );
    const permalinks = answers.map((answer) => answer.json().response.user.permalink);
    expect(new Set(permalinks).size).toBe(6);
  });
});

describe('SIGNUP=closed', () => {
  it('takes no new account', async () => {
    const answer = await signUp(fields(), closed);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.messages).toEqual(['This host takes no new accounts.']);
  });
});

describe('SIGNUP=invite', () => {
  it.each([undefined, '', 'unknown'])('refuses the invite %s', async (invite) => {
    const answer = await signUp(fields({ invite }), byInvite);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages[0]).toMatch(/^invite: /);
  });

  it('lets one of many signups at once use an invite', async () => {
    const { secret: invite } = await createInvite(byInvite.database);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => signUp(fields({ invite }), byInvite)),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 400, 400, 400, 400]);
    expect((await signUp(fields({ invite }), byInvite)).statusCode).toBe(400);
  });

  it('keeps the invite if the signup fails', async () => {
    const { secret: invite } = await createInvite(byInvite.database);
    const taken = fields({ invite: (await createInvite(byInvite.database)).secret });
    await signUp(taken, byInvite);
    expect((await signUp({ ...taken, invite }, byInvite)).statusCode).toBe(400);
    expect((await signUp(fields({ invite }), byInvite)).statusCode).toBe(201);
  });

  it('refuses an invite that is too old', async () => {
    const { secret: invite } = await createInvite(byInvite.database, { days: -1 });
    expect((await signUp(fields({ invite }), byInvite)).statusCode).toBe(400);
  });
});
