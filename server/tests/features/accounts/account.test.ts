import { beforeAll, describe, expect, it } from 'vitest';
import { addShow } from '../../helpers/add-episode.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

const PASSWORD = 'correct horse';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers = {},
  payload?: object,
) =>
  test.app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });

let accounts = 0;

async function signUp() {
  accounts += 1;
  const email = `carl${accounts}@example.org`;
  const fields = { email, password: PASSWORD, name: 'Carl', terms: true };
  const { user, sso } = (await call('POST', '/v2/auth/signup', {}, fields)).json().response;
  return {
    email,
    userId: Number(user.user_id),
    headers: { authorization: `Bearer ${sso.token}` },
  };
}

const logIn = async (email: string, password = PASSWORD) => {
  const answer = await call('POST', '/v2/auth/login', {}, { email, password });
  return answer.statusCode === 201
    ? { authorization: `Bearer ${answer.json().response.sso.token}` }
    : null;
};

describe('GET /v2/me', () => {
  it('is for members', async () => {
    expect((await call('GET', '/v2/me')).statusCode).toBe(401);
    const { headers, userId } = await signUp();
    const answer = await call('GET', '/v2/me', headers);
    expect(answer.json().response.user.user_id).toBe(userId);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('PUT /user/{user_id}', () => {
  it('changes the fields that are given, at both addresses', async () => {
    const { userId, headers } = await signUp();
    const change = {
      name: ' Carla  B ',
      description: 'Line one\r\nLine two\u0007\u202e',
      gender: 'female',
      birthday: '1984-02-29',
    };
    const answer = await call('PUT', `/user/${userId}`, headers, change);
    expect(answer.json().response.user).toMatchObject({
      name: 'Carla B',
      description: 'Line one\nLine two',
      gender: 'female',
      birthday: '1984-02-29',
    });
    const path = `/v2/users/${answer.json().response.user.permalink}`;
    const second = await call('PUT', path, headers, { gender: null, birthday: '' });
    expect(second.json().response.user).toMatchObject({
      name: 'Carla B',
      gender: null,
      birthday: null,
    });
    expect((await call('GET', path)).json().response.user.name).toBe('Carla B');
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '\u0000\u0001' }, 'name'],
    [{ birthday: '2023-02-29' }, 'birthday'],
    [{ birthday: '1899-12-31' }, 'birthday'],
    [{ birthday: '2999-01-01' }, 'birthday'],
    [{ birthday: 'yesterday' }, 'birthday'],
    [{ description: 'x'.repeat(4_001) }, 'description'],
    [{ email: 'nonsense', current_password: PASSWORD }, 'email'],
    [{ password: 'short', current_password: PASSWORD }, 'password'],
    [{ password: 'new horse!' }, 'current_password'],
    [{ email: 'new@example.org' }, 'current_password'],
    [{ password: 'new horse!', current_password: 'wrong horse' }, 'current_password'],
    [{ name: 'Not saved', password: 'new horse!', current_password: 'wrong' }, 'current_password'],
  ])('refuses %j and changes nothing', async (change, field) => {
    const { userId, headers } = await signUp();
    const answer = await call('PUT', `/user/${userId}`, headers, change);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages[0]).toMatch(new RegExp(`^${field}: `));
    const { user } = (await call('GET', '/v2/me', headers)).json().response;
    expect(user).toMatchObject({ name: 'Carl', description: '', birthday: null });
  });

  it('lets no session alone set the first password, or replace a confirmed address', async () => {
    const { userId, headers, email } = await signUp();
    const setUser = (values: { password_hash: null; email_verified_at?: Date }) =>
      test.database.updateTable('users').set(values).where('user_id', '=', userId).execute();
    const change = (fields: object) => call('PUT', `/user/${userId}`, headers, fields);
    await setUser({ password_hash: null });
    const me = (await call('GET', '/v2/me', headers)).json().response.user;
    expect(me).toMatchObject({ has_password: false, email_verified: false });
    expect((await change({ email: `new-${email}` })).statusCode).toBe(200);
    await setUser({ password_hash: null, email_verified_at: new Date() });
    for (const fields of [{ email: `other-${email}` }, { password: 'new horse!' }]) {
      const answer = await change({ ...fields, current_password: 'anything' });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.messages).toEqual([
        'current_password: there is none yet; ask for a mail with a link to set it',
      ]);
    }
    expect(await logIn(email, 'new horse!')).toBeNull();
  });

  it('refuses an address that another account has', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const change = { email: other.email.toUpperCase(), current_password: PASSWORD };
    const answer = await call('PUT', `/user/${one.userId}`, one.headers, change);
    expect(answer.json().error.messages[0]).toMatch(/^email: /);
  });

  it('ends all sessions but this one with a new password', async () => {
    const { userId, headers, email } = await signUp();
    const other = await logIn(email);
    const change = { password: 'new horse!', current_password: PASSWORD };
    expect((await call('PUT', `/user/${userId}`, headers, change)).statusCode).toBe(200);
    expect((await call('GET', '/v2/me', headers)).statusCode).toBe(200);
    expect((await call('GET', '/v2/me', other ?? {})).statusCode).toBe(401);
    expect(await logIn(email)).toBeNull();
    expect(await logIn(email, 'new horse!')).not.toBeNull();
  });

  it('lets one of many changes of the password at once succeed', async () => {
    const { userId, headers } = await signUp();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        call('PUT', `/user/${userId}`, headers, {
          password: `new horse ${n}`,
          current_password: PASSWORD,
        }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, 400, 400, 400]);
  });

  it('lets an administrator change what everybody sees, and nothing else', async () => {
    const { userId, headers, email } = await signUp();
    const admin = await test.signIn({ admin: true });
    const renamed = await call('PUT', `/user/${userId}`, admin.headers, { name: 'Renamed' });
    expect(renamed.json().response.user).not.toHaveProperty('email');
    expect((await call('GET', '/v2/me', headers)).json().response.user.name).toBe('Renamed');
    for (const change of [
      { email: 'x@example.org' },
      { password: 'new horse!' },
      { gender: 'x' },
    ]) {
      const answer = await call('PUT', `/user/${userId}`, admin.headers, change);
      expect(answer.statusCode).toBe(403);
    }
    expect(await logIn(email)).not.toBeNull();
  });

  it('refuses strangers', async () => {
    const { userId } = await signUp();
    const stranger = await test.signIn();
    expect((await call('PUT', `/user/${userId}`, {}, { name: 'X' })).statusCode).toBe(401);
    expect((await call('PUT', `/user/${userId}`, stranger.headers, { name: 'X' })).statusCode).toBe(
      403,
    );
  });
});

describe('/v2/me/tokens', () => {
  it('shows the secret of a new token once, and the token works until it is revoked', async () => {
    const { headers, userId } = await signUp();
    const made = await call('POST', '/v2/me/tokens', headers, { name: ' Backup  script ' });
    expect(made.statusCode).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const { token } = made.json().response;
    expect(token).toMatchObject({ name: 'Backup script', scope: 'account', last_used_at: null });
    const program = { authorization: `Bearer ${token.secret}` };
    expect((await call('GET', '/v2/me', program)).json().response.user.user_id).toBe(userId);
    const { items } = (await call('GET', '/v2/me/tokens', headers)).json().response;
    expect(items).toMatchObject([{ token_id: token.token_id, name: 'Backup script' }]);
    expect(items[0].last_used_at).not.toBeNull();
    expect(JSON.stringify(items)).not.toContain(token.secret);
    expect((await call('DELETE', `/v2/me/tokens/${token.token_id}`, headers)).json()).toEqual({
      response: {},
    });
    expect((await call('GET', '/v2/me', program)).statusCode).toBe(401);
    expect((await call('DELETE', `/v2/me/tokens/${token.token_id}`, headers)).statusCode).toBe(404);
  });

  it('keeps foreign tokens from being seen or revoked', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const made = await call('POST', '/v2/me/tokens', one.headers, { name: 'Mine' });
    const path = `/v2/me/tokens/${made.json().response.token.token_id}`;
    expect((await call('DELETE', path, other.headers)).statusCode).toBe(404);
    expect((await call('GET', '/v2/me/tokens', other.headers)).json().response.items).toEqual([]);
  });

  it('makes a token that only reads numbers, and says so if it is used for more', async () => {
    const { headers, userId } = await signUp();
    const fields = { name: 'Figures', scope: 'numbers' };
    const { token } = (await call('POST', '/v2/me/tokens', headers, fields)).json().response;
    expect(token.scope).toBe('numbers');
    const { items } = (await call('GET', '/v2/me/tokens', headers)).json().response;
    expect(items).toMatchObject([{ name: 'Figures', scope: 'numbers' }]);
    const program = { authorization: `Bearer ${token.secret}` };
    const show_id = await addShow(test.database, userId);
    expect((await call('GET', `/v2/shows/${show_id}/numbers`, program)).statusCode).toBe(200);
    for (const refused of [
      await call('GET', '/v2/me', program),
      await call('POST', '/v2/me/tokens', program, { name: 'More' }),
      await call('GET', `/v2/shows/${show_id}/episodes?state=draft`, program),
    ]) {
      expect(refused.statusCode).toBe(403);
      expect(refused.json().error.messages).toEqual([
        'This token opens only numbers and public data, for reading. Use a token for the whole account.',
      ]);
    }
  });

  it('gives a token for numbers the pages of a visitor', async () => {
    const { headers } = await signUp();
    const fields = { name: 'Figures', scope: 'numbers' };
    const { token } = (await call('POST', '/v2/me/tokens', headers, fields)).json().response;
    const ask = (method: 'GET' | 'POST', secret: string) =>
      test.app.inject({
        method,
        url: '/account/applications',
        headers: { authorization: `Bearer ${secret}` },
      });
    const visitor = await test.app.inject({ url: '/account/applications' });
    const answer = await ask('GET', token.secret);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      visitor.statusCode,
      visitor.headers.location,
    ]);
    expect(answer.body).not.toContain('Figures');
  });

  it('refuses an unknown scope', async () => {
    const { headers } = await signUp();
    const answer = await call('POST', '/v2/me/tokens', headers, { name: 'X', scope: 'all' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages.join()).toContain('scope: ');
  });

  it('stops at a hundred tokens, also if they are made at once', async () => {
    const { headers, userId } = await signUp();
    await test.database
      .insertInto('access_tokens')
      .values(
        Array.from({ length: 98 }, (_, n) => ({
          user_id: userId,
          token_hash: Buffer.from(`full ${userId} ${n}`),
          kind: 'program' as const,
        })),
      )
      .execute();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        call('POST', '/v2/me/tokens', headers, { name: `T${n}` }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 201, 400, 400, 400]);
  });
});

describe('/v2/me/sessions', () => {
  it('lists the sessions and ends one, or all others', async () => {
    const { headers, email } = await signUp();
    const [second, third] = [await logIn(email), await logIn(email)];
    const list = async () => (await call('GET', '/v2/me/sessions', headers)).json().response.items;
    const items: { session_id: number; is_current: boolean }[] = await list();
    expect(items).toHaveLength(3);
    const [current] = items.filter(({ is_current }) => is_current);
    const newest = items.find(({ session_id }) => session_id !== current?.session_id);
    await call('DELETE', `/v2/me/sessions/${newest?.session_id}`, headers);
    const statuses = await Promise.all(
      [second, third].map(async (each) => (await call('GET', '/v2/me', each ?? {})).statusCode),
    );
    expect(statuses.sort()).toEqual([200, 401]);
    await call('DELETE', '/v2/me/sessions', headers);
    expect(await list()).toMatchObject([{ session_id: current?.session_id, is_current: true }]);
  });

  it('keeps foreign sessions alive', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const { items } = (await call('GET', '/v2/me/sessions', one.headers)).json().response;
    const path = `/v2/me/sessions/${items[0].session_id}`;
    expect((await call('DELETE', path, other.headers)).statusCode).toBe(404);
    expect((await call('GET', '/v2/me', one.headers)).statusCode).toBe(200);
  });
});
