import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFactors } from '../../../src/features/accounts/lost-factors.ts';
import { makeLink } from '../../../src/features/accounts/operator-commands.ts';
import { holdLock } from '../../helpers/hold-lock.ts';
import { textOfMail } from '../../helpers/mail-text.ts';
import { openSite } from '../../helpers/open-site.ts';
import { newAccount, PASSWORD, recoveryCodesOn, setUpApp } from '../../helpers/second-factor.ts';
import { type OpenIdServer, startOpenId } from '../../helpers/sign-in-servers.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { Visitor } from '../../helpers/visitor.ts';

const NEEDED = 'code: type the code of your authenticator app, or a recovery code';
const WRONG = 'code: is wrong, or was used already';

let test: TestApp;
let google: OpenIdServer;
beforeAll(async () => {
  google = await startOpenId('web.google');
  test = await openSite({
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
  });
});
afterAll(async () => {
  await test?.close();
  await google?.stop();
});

/** A member with an app. */
async function protectedMember() {
  const account = await newAccount(test);
  const visitor = new Visitor(test, { as: account });
  return { ...account, visitor, ...(await setUpApp(test, visitor, account.userId)) };
}

const logIn = (email: string, code?: string, host = test) =>
  host.app.inject({
    method: 'POST',
    url: '/api/v2/auth/login',
    payload: { email, password: PASSWORD, ...(code !== undefined && { code }) },
  });

const answerOf = async (...sent: Parameters<typeof logIn>) => {
  const answer = await logIn(...sent);
  return [answer.statusCode, answer.json().error?.messages[0]];
};

/** The texts of the mails to an address. */
async function mailsTo(email: string): Promise<string[]> {
  await test.runJobs();
  const folder = join(test.deps.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(email)).map(textOfMail);
}

describe('the page of the second step', () => {
  it('leaves an entry in the log of acts when it is set up, without codes', async () => {
    const { userId } = await protectedMember();
    const acts = await test.database
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('user_id', '=', userId)
      .execute();
    expect(acts).toEqual([{ action: 'second_factor.change', changes: [] }]);
  });

  it('sets up an app with a QR code, a key and recovery codes that are shown once', async () => {
    const { page, codes, email, visitor, userId } = await protectedMember();
    expect(page.status).toBe(200);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const later = await visitor.open('/account/second-factor');
    expect(later.text).toContain('Unused recovery codes: 10');
    expect(later.text).not.toContain(codes[0]);
    expect((await mailsTo(email)).join()).toContain('From now on, a login');
    const kept = await test.database
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', userId)
      .execute();
    expect(kept.map(({ code_hash }) => code_hash.toString())).not.toContain(codes[0]);
  });

  it('needs the password, and a right code', async () => {
    const account = await newAccount(test);
    const visitor = new Visitor(test, { as: account });
    const off = await visitor.open('/account/second-factor');
    const refused = await off.fill({ Password: 'wrong' }).press('Set up an app');
    expect([refused.status, refused.wordsAt('Password')]).toEqual([400, 'is wrong']);
    const setUp = await refused.fill({ Password: PASSWORD }).press('Set up an app');
    expect(setUp.get.getByRole('img', { name: 'QR code of the key' })).toBeTruthy();
    expect(setUp.field('Code').getAttribute('autocomplete')).toBe('one-time-code');
    const wrong = await setUp.fill({ Code: '000000' }).press('Turn on');
    expect([wrong.status, wrong.wordsAt('Code')]).toEqual([400, 'is wrong, or was used already']);
    expect((await logIn(account.email)).statusCode).toBe(201);
  });

  it('is for members', async () => {
    const page = await new Visitor(test).open('/account/second-factor');
    expect(page.address).toMatch(/^\/login\?redirect=/);
  });

  it.each(['a code', 'the password'])('turns the step off with %s', async (proof) => {
    const { app, visitor, email } = await protectedMember();
    const on = await visitor.open('/account/second-factor');
    const none = await on.press('Turn off');
    expect(none.status).toBe(400);
    const typed = proof === 'a code' ? { 'Or a code': app.code() } : { Password: PASSWORD };
    const off = await on.fill(typed).press('Turn off');
    expect(off.has('button', 'Set up an app')).toBe(true);
    expect((await logIn(email)).statusCode).toBe(201);
    expect((await mailsTo(email)).join()).toContain('was turned off just now');
  });

  it.each([
    ['the language of their weekly mail', 'it', 'Un amministratore di'],
    ['English if none is known', null, 'An administrator of'],
  ])('is removed by an administrator with a mail in %s', async (_what, language, words) => {
    const { email, userId } = await protectedMember();
    await test.database
      .updateTable('users')
      .set({ weekly_mail_language: language })
      .where('user_id', '=', userId)
      .execute();
    expect(await removeFactors(test.deps, userId)).toBe(true);
    expect((await mailsTo(email)).join()).toContain(words);
  });

  it('makes new recovery codes, which replace the old ones', async () => {
    const { app, visitor, email, codes } = await protectedMember();
    const on = await visitor.open('/account/second-factor');
    const made = await on.fill({ Code: app.code() }).press('Make new recovery codes');
    const [fresh] = recoveryCodesOn(made);
    expect(await answerOf(email, codes[0])).toEqual([400, WRONG]);
    expect((await logIn(email, fresh)).statusCode).toBe(201);
  });
});

describe('a login of a program', () => {
  it('needs a code besides the password, which works once', async () => {
    const { app, email } = await protectedMember();
    expect(await answerOf(email)).toEqual([400, NEEDED]);
    expect(await answerOf(email, '')).toEqual([400, NEEDED]);
    expect(await answerOf(email, '000000')).toEqual([400, WRONG]);
    const code = app.code();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await logIn(email, spaced)).statusCode).toBe(201);
    expect(await answerOf(email, code)).toEqual([400, WRONG]);
  });

  it('does not reveal to a wrong password that there is a code', async () => {
    const { app, email } = await protectedMember();
    const payload = { email, password: 'wrong one', code: app.code() };
    const answer = await test.app.inject({ method: 'POST', url: '/api/v2/auth/login', payload });
    expect(answer.statusCode).toBe(401);
    expect((await logIn(email, payload.code)).statusCode).toBe(201);
  });

  it('takes each recovery code once, in any spelling, with a mail', async () => {
    const { codes, email } = await protectedMember();
    const [first = ''] = codes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    expect((await logIn(email, typed)).statusCode).toBe(201);
    expect(await answerOf(email, first)).toEqual([400, WRONG]);
    expect((await mailsTo(email)).join()).toContain('A recovery code has just logged in');
  });

  it('takes no code of another account', async () => {
    const [ann, eve] = [await protectedMember(), await protectedMember()];
    expect(await answerOf(ann.email, eve.codes[0])).toEqual([400, WRONG]);
    expect(await answerOf(ann.email, eve.app.code())).toEqual([400, WRONG]);
  });

  it('of two at once with the same code, lets one in', async () => {
    const { app, email } = await protectedMember();
    const code = app.code();
    const answers = await Promise.all([logIn(email, code), logIn(email, code)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
  });

  it('says so if the key of the host is another one, and takes recovery codes', async () => {
    const { app, email, codes, userId } = await protectedMember();
    const secret = Buffer.from('sealed with another key, which is lost');
    await test.database
      .updateTable('second_factors')
      .set({ secret })
      .where('user_id', '=', userId)
      .execute();
    const [status, words] = await answerOf(email, app.code());
    expect([status, words]).toEqual([400, expect.stringContaining('use a recovery code')]);
    expect((await logIn(email, codes[0])).statusCode).toBe(201);
  });

  it('lets no token make further ones', async () => {
    const { email, app } = await protectedMember();
    const { sso } = (await logIn(email, app.code())).json().response;
    const make = (token: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v2/me/tokens',
        headers: { authorization: `Bearer ${token}` },
        payload: { name: 'A program' },
      });
    const made = await make(sso.token);
    expect(made.statusCode).toBe(201);
    const { secret } = made.json().response.token;
    const refused = await make(secret);
    expect([refused.statusCode, refused.json().error.messages[0]]).toEqual([
      403,
      expect.stringContaining('Log in to make a token'),
    ]);
  });

  it('leaves sessions and tokens alone', async () => {
    const { headers } = await protectedMember();
    expect((await test.app.inject({ url: '/api/v2/me', headers })).statusCode).toBe(200);
  });
});

describe('a login without scripts', () => {
  it('asks for the code on a page of its own', async () => {
    const { app, email } = await protectedMember();
    const visitor = new Visitor(test);
    const login = await visitor.open('/login?redirect=/explore');
    const step = await login.fill({ 'E-mail address': email, Password: PASSWORD }).press('Log in');
    expect(step.address).toBe('/login/code?redirect=%2Fexplore');
    expect(step.field('Code').getAttribute('autocomplete')).toBe('one-time-code');
    expect(step.element.innerHTML).not.toContain(PASSWORD);
    const wrong = await step.fill({ Code: '000000' }).press('Log in');
    expect([wrong.status, wrong.wordsAt('Code')]).toEqual([400, 'is wrong, or was used already']);
    const done = await wrong.fill({ Code: app.code() }).press('Log in');
    expect(done.address).toBe('/explore');
    expect((await visitor.open('/login/code')).address).toBe('/home');
  });

  it('is refused if the password is changed while the code is checked', async () => {
    const { app, email, userId } = await protectedMember();
    const visitor = new Visitor(test);
    const login = await visitor.open('/login');
    const step = await login.fill({ 'E-mail address': email, Password: PASSWORD }).press('Log in');
    const change = sql`update users set password_hash = 'another' where user_id = ${userId}`;
    const start = () => step.fill({ Code: app.code() }).press('Log in');
    await holdLock(test.database, change, { waiting: 1, start });
    const sessions = test.database.selectFrom('sessions').where('user_id', '=', userId);
    const { length } = await sessions.selectAll().execute();
    expect((await visitor.open('/login/code')).address).toMatch(/^\/login\?/);
    expect(length).toBe(1); // the one that has set the app up
  });

  it('begins again without the first step, or after a new password', async () => {
    const { email, userId } = await protectedMember();
    expect((await new Visitor(test).open('/login/code')).address).toMatch(/^\/login\?/);
    const visitor = new Visitor(test);
    const login = await visitor.open('/login');
    await login.fill({ 'E-mail address': email, Password: PASSWORD }).press('Log in');
    expect((await visitor.open('/login/code')).status).toBe(200);
    const password_hash = await test.deps.passwords.hash('another horse');
    await test.database
      .updateTable('users')
      .set({ password_hash })
      .where('user_id', '=', userId)
      .execute();
    expect((await visitor.open('/login/code')).address).toMatch(/^\/login\?/);
  });
});

describe('a sign-in with another service', () => {
  it('needs the code as well', async () => {
    const member = await protectedMember();
    await test.database
      .updateTable('users')
      .set({ go_user_id: member.permalink })
      .where('user_id', '=', member.userId)
      .execute();
    google.person = { sub: member.permalink, name: 'Ann' };
    const tokens = { access_token: await google.tokenOf(google.person) };
    const connect = (payload: object) =>
      test.app.inject({ method: 'PUT', url: '/api/google/connect', payload });
    const refused = await connect(tokens);
    expect([refused.statusCode, refused.json().error.messages]).toEqual([400, [NEEDED]]);
    expect((await connect({ ...tokens, code: member.app.code() })).statusCode).toBe(200);
    await member.app.wait();

    const visitor = new Visitor(test);
    const begun = await test.app.inject({ url: '/connect?provider=google&redirect=/explore' });
    const back = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
    const { name, value } = begun.cookies[0] ?? { name: '', value: '' };
    const answer = await test.app.inject({
      url: (back.headers.get('location') ?? '').replace(/^https?:\/\/[^/]*/, ''),
      headers: { cookie: `${name}=${value}` },
    });
    expect(answer.headers.location).toBe('/connect/code?redirect=%2Fexplore');
    visitor.keepAll(answer.headers['set-cookie']);
    const step = await visitor.open(answer.headers.location ?? '');
    const done = await step.fill({ Code: member.app.code() }).press('Log in');
    expect(done.address).toBe('/explore');
  });
});

it('goes with the account', async () => {
  const { userId, headers } = await protectedMember();
  const payload = { password: PASSWORD };
  const url = `/api/user/${userId}`;
  expect((await test.app.inject({ method: 'DELETE', url, headers, payload })).statusCode).toBe(200);
  for (const table of ['second_factors', 'recovery_codes'] as const) {
    const rows = await test.database
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    expect(rows).toEqual([]);
  }
});

describe('a new password by mail', () => {
  it.each([
    ['leaves the second step', new Date(), 400],
    ['removes it if the address was unconfirmed, because a stranger may have set it up', null, 201],
  ])('%s', async (_what, email_verified_at, status) => {
    const { email, userId } = await protectedMember();
    await test.database
      .updateTable('users')
      .set({ email_verified_at })
      .where('user_id', '=', userId)
      .execute();
    const token = new URL(await makeLink(test.deps, userId, 'reset')).searchParams.get('token');
    const payload = { token, password: PASSWORD, end_access: true };
    const url = '/api/v2/auth/password/reset';
    expect((await test.app.inject({ method: 'POST', url, payload })).statusCode).toBe(201);
    expect((await logIn(email)).statusCode).toBe(status);
  });
});

describe('the limit of codes', () => {
  it('stops guesses of a person who knows the password', async () => {
    const host = await openTestApp({ RATE_LIMITS: 'on' });
    const { email, userId } = await newAccount(host);
    await host.database
      .insertInto('second_factors')
      .values({ user_id: userId, secret: Buffer.from('x'), confirmed_at: new Date() })
      .execute();
    const found: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      found.push((await logIn(email, `abc-${n}`, host)).statusCode);
    }
    expect(found).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await host.close();
  });
});
