import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdLock, waitForWaiting } from '../../helpers/hold-lock.ts';
import { type MailServer, openMailServer } from '../../helpers/mail-server.ts';
import { textOfMail, tokenOfMail } from '../../helpers/mail-text.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const PASSWORD = 'correct horse';

let test: TestApp;
let mails: MailServer;
beforeAll(async () => {
  mails = await openMailServer();
  test = await openTestApp({ SMTP_URL: mails.url });
});
afterAll(async () => {
  await test?.close();
  await mails?.close();
});

const post = (path: string, payload: object, headers = {}) =>
  test.app.inject({ method: 'POST', url: `/api/v2/auth/${path}`, payload, headers });
const logIn = (email: string, password = PASSWORD) => post('login', { email, password });
const me = (headers: Record<string, string>) => test.app.inject({ url: '/api/v2/me', headers });

let accounts = 0;

/** An account whose address is not confirmed yet. */
async function signUp() {
  accounts += 1;
  const email = `bob${accounts}@example.org`;
  const answer = await post('signup', { email, password: PASSWORD, name: 'Bob', terms: true });
  const { user, sso } = answer.json().response;
  return { email, userId: user.user_id, headers: { authorization: `Bearer ${sso.token}` } };
}

/** Delivers all mails, and returns those to one address. */
async function mailsTo(email: string): Promise<string[]> {
  await test.runJobs();
  return mails.mails.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
}

const newestToken = async (email: string) => tokenOfMail((await mailsTo(email)).at(-1));

async function change(userId: number, payload: object, headers: Record<string, string>) {
  return test.app.inject({ method: 'PUT', url: `/api/user/${userId}`, payload, headers });
}

/** Asks for another address: the secret of the link to it. */
async function askForAddress({ userId, email, headers }: Awaited<ReturnType<typeof signUp>>) {
  const other = `other-${email}`;
  await change(userId, { email: other, current_password: PASSWORD }, headers);
  return newestToken(other);
}

const expireLinks = (email: string) =>
  test.database
    .updateTable('email_tokens')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('email', '=', email)
    .execute();

describe('POST /v2/auth/email/verify', () => {
  it('confirms the address once', async () => {
    const bob = await signUp();
    const token = await newestToken(bob.email);
    expect((await post('email/verify', { token })).json()).toEqual({ response: {} });
    expect((await me(bob.headers)).json().response.user.email_verified).toBe(true);
    const again = await post('email/verify', { token });
    expect(again.statusCode).toBe(400);
    expect(again.json().error.messages[0]).toMatch(/^token: /);
  });

  it('waits for a change of the account at the same moment, and the other way round', async () => {
    const bob = await signUp();
    const token = await newestToken(bob.email);
    const links = sql`select from email_tokens where user_id = ${bob.userId} for update`;
    const answers = await holdLock(test.database, links, {
      waiting: 2,
      async start() {
        const verified = post('email/verify', { token });
        await waitForWaiting(test.database, 1);
        const wish = { email: `new-${bob.email}`, current_password: PASSWORD };
        return Promise.all([verified, change(bob.userId, wish, bob.headers)]);
      },
    });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200]);
  });

  it('is worthless after its time', async () => {
    const bob = await signUp();
    const token = await newestToken(bob.email);
    await expireLinks(bob.email);
    expect((await post('email/verify', { token })).statusCode).toBe(400);
  });

  it.each(['', 'x', 'x'.repeat(201), "' or '1'='1"])('refuses the token %j', async (token) => {
    expect((await post('email/verify', { token })).statusCode).toBe(400);
  });

  it('replaces the address only when the new one is confirmed', async () => {
    const bob = await signUp();
    const email = `new-${bob.email}`;
    const answer = await change(bob.userId, { email, current_password: PASSWORD }, bob.headers);
    expect(answer.json().response.user).toMatchObject({ email: bob.email, email_pending: email });
    const token = await newestToken(email);
    expect(textOfMail((await mailsTo(bob.email)).at(-1) ?? '')).toContain('another e-mail address');
    expect((await logIn(email)).statusCode).toBe(401);
    await post('email/verify', { token });
    expect((await me(bob.headers)).json().response.user).toMatchObject({
      email,
      email_verified: true,
      email_pending: null,
    });
    expect((await logIn(email)).statusCode).toBe(201);
    expect((await logIn(bob.email)).statusCode).toBe(401);
  });

  it('gives an address to one of two accounts that want it', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const email = 'wanted@example.org';
    const wish = { email, current_password: PASSWORD };
    await change(one.userId, wish, one.headers);
    const first = await newestToken(email);
    await change(other.userId, wish, other.headers);
    const second = await newestToken(email);
    const answers = await Promise.all(
      [first, second].map((token) => post('email/verify', { token })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
  });

  it('keeps the link to the present address when the password changes', async () => {
    const bob = await signUp();
    const token = await newestToken(bob.email);
    const wish = { password: 'new horse!', current_password: PASSWORD };
    expect((await change(bob.userId, wish, bob.headers)).statusCode).toBe(200);
    expect((await post('email/verify', { token })).statusCode).toBe(201);
  });

  it('is worthless for another address after a new password', async () => {
    const bob = await signUp();
    const token = await askForAddress(bob);
    const wish = { password: 'new horse!', current_password: PASSWORD };
    const { user } = (await change(bob.userId, wish, bob.headers)).json().response;
    expect(user.email_pending).toBe(null);
    expect((await post('email/verify', { token })).statusCode).toBe(400);
  });

  it('replaces the address that was asked for together with a new password', async () => {
    const bob = await signUp();
    const email = `both-${bob.email}`;
    const wish = { email, password: 'new horse!', current_password: PASSWORD };
    expect((await change(bob.userId, wish, bob.headers)).statusCode).toBe(200);
    await post('email/verify', { token: await newestToken(email) });
    expect((await logIn(email, 'new horse!')).statusCode).toBe(201);
  });

  it('sends the link to the first address of an account again', async () => {
    const { userId, email, headers } = await signUp();
    await test.database
      .updateTable('users')
      .set({ email: null, password_hash: null })
      .where('user_id', '=', userId)
      .execute();
    const first = `first-${email}`;
    await change(userId, { email: first }, headers);
    expect((await me(headers)).json().response.user).toMatchObject({
      email: null,
      email_pending: first,
    });
    await post('email/resend', {}, headers);
    expect((await mailsTo(first)).length).toBe(2);
    await post('email/verify', { token: await newestToken(first) });
    expect((await me(headers)).json().response.user).toMatchObject({
      email: first,
      email_verified: true,
      email_pending: null,
    });
  });

  it('sends the confirmation again, a few times an hour', async () => {
    const bob = await signUp();
    for (let times = 0; times < 8; times++) {
      const answer = await post('email/resend', {}, bob.headers);
      expect(answer.statusCode).toBe(201);
    }
    expect((await mailsTo(bob.email)).length).toBe(5);
    expect((await post('email/resend', {})).statusCode).toBe(401);
  });
});

describe('POST /v2/auth/password/reset', () => {
  async function forget(email: string): Promise<string> {
    await post('password/forgot', { email });
    return newestToken(email);
  }

  it('sets a new password once, ends all sessions and says so by mail', async () => {
    const bob = await signUp();
    await post('password/forgot', { email: bob.email.toUpperCase() });
    const token = await newestToken(bob.email);
    const answer = await post('password/reset', { token, password: 'new horse!' });
    expect(answer.json()).toEqual({ response: {} });
    expect((await me(bob.headers)).statusCode).toBe(401);
    expect((await logIn(bob.email)).statusCode).toBe(401);
    expect((await logIn(bob.email, 'new horse!')).statusCode).toBe(201);
    const again = await post('password/reset', { token, password: 'other horse' });
    expect(again.statusCode).toBe(400);
    expect(textOfMail((await mailsTo(bob.email)).at(-1) ?? '')).toContain('was changed');
  });

  it('lets one of many uses at once succeed', async () => {
    const bob = await signUp();
    const token = await forget(bob.email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        post('password/reset', { token, password: `horse ${n}!` }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 400, 400, 400, 400]);
  });

  it('keeps the link if the password is too short', async () => {
    const bob = await signUp();
    const token = await forget(bob.email);
    const short = await post('password/reset', { token, password: 'short' });
    expect(short.json().error.messages).toEqual(['password: must have at least 8 characters']);
    expect((await post('password/reset', { token, password: 'new horse!' })).statusCode).toBe(201);
  });

  it('sends nothing to an address without an account, and a few mails an hour to one with', async () => {
    expect(await forget('nobody@example.org')).toBe('');
    const bob = await signUp();
    for (let times = 0; times < 8; times++) await forget(bob.email);
    const resets = (await mailsTo(bob.email)).filter((raw) =>
      textOfMail(raw).includes('/login/reset?token'),
    );
    expect(resets).toHaveLength(5);
  });

  it('takes the tokens of whoever signed up with the address before its owner proved it', async () => {
    const squatter = await signUp();
    const made = await test.app.inject({
      method: 'POST',
      url: '/api/v2/me/tokens',
      payload: { name: 'Stay' },
      headers: squatter.headers,
    });
    const kept = { authorization: `Bearer ${made.json().response.token.secret}` };
    expect((await me(kept)).statusCode).toBe(200);
    const token = await forget(squatter.email);
    await post('password/reset', { token, password: 'owner horse' });
    expect((await me(kept)).statusCode).toBe(401);
  });

  it('is waited for by a new token of a program, whose login it ends', async () => {
    const bob = await signUp();
    const reset = sql`
      with ended as (delete from sessions where user_id = ${bob.userId})
      select user_id from users where user_id = ${bob.userId} for no key update`;
    const answer = await holdLock(test.database, reset, {
      waiting: 1,
      start: async () => {
        const made = {
          method: 'POST',
          url: '/api/v2/me/tokens',
          payload: { name: 'Late' },
        } as const;
        return test.app.inject({ ...made, headers: bob.headers });
      },
    });
    expect(answer.statusCode).toBe(401);
    const tokens = test.database.selectFrom('access_tokens').where('user_id', '=', bob.userId);
    expect(await tokens.select('token_id').execute()).toEqual([]);
  });

  it('is worthless after the address was changed', async () => {
    const bob = await signUp();
    const token = await forget(bob.email);
    const email = `moved-${bob.email}`;
    await change(bob.userId, { email, current_password: PASSWORD }, bob.headers);
    await post('email/verify', { token: await newestToken(email) });
    expect((await post('password/reset', { token, password: 'new horse!' })).statusCode).toBe(400);
  });

  it('ends a change of the address that somebody asked for before', async () => {
    const bob = await signUp();
    const stolen = await askForAddress(bob);
    const token = await forget(bob.email);
    expect((await post('password/reset', { token, password: 'new horse!' })).statusCode).toBe(201);
    expect((await post('email/verify', { token: stolen })).statusCode).toBe(400);
    expect((await logIn(bob.email, 'new horse!')).statusCode).toBe(201);
  });

  it('takes no link of another kind', async () => {
    const bob = await signUp();
    const token = await newestToken(bob.email);
    expect((await post('password/reset', { token, password: 'new horse!' })).statusCode).toBe(400);
  });
});
