import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src/platform/limits/limit-table.ts';
import { holdLock, waitForWaiting } from '../../helpers/hold-lock.ts';
import { newAccount, PASSWORD } from '../../helpers/second-factor.ts';
import { createAuthenticator } from '../../helpers/soft-authenticator.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const UNKNOWN = 'This passkey does not belong to an account here. Log in another way.';
const TOO_OLD = 'credential: was used already, or is too old; please try again';
const REFUSED = 'credential: is no passkey that this host can use';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => test.app.inject({ method, url: `/api/v2/${url}`, ...(payload && { payload }), headers });

type Authenticator = ReturnType<typeof createAuthenticator>;

const newKey = (): Authenticator => createAuthenticator(test.deps.config.siteUrl);

async function begin(user: SignedIn, payload: object = { password: PASSWORD }) {
  const answer = await send('POST', 'me/passkeys/options', payload, user.headers);
  return answer.json().response?.options ?? answer;
}

const add = async (user: SignedIn, credential: string, name = 'Phone') =>
  send('POST', 'me/passkeys', { name, credential }, user.headers);

/** A member with a passkey. */
async function memberWithKey() {
  const user = await newAccount(test);
  const key = newKey();
  const added = await add(user, key.create(await begin(user)));
  expect(added.statusCode).toBe(201);
  return { ...user, key, passkey: added.json().response.passkey };
}

async function beginLogin(at = Date.now()) {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  const answer = await send('POST', 'auth/passkey/options', {}).finally(() => vi.useRealTimers());
  return answer.json().response?.options ?? answer.statusCode;
}

const logIn = (credential: string) => send('POST', 'auth/passkey', { credential });

const messageOf = (answer: Awaited<ReturnType<typeof logIn>>) => [
  answer.statusCode,
  answer.json().error?.messages[0],
];

describe('a passkey', () => {
  it('is added, named, listed and removed', async () => {
    const user = await memberWithKey();
    const { passkey_id } = user.passkey;
    expect(user.passkey).toMatchObject({ name: 'Phone', last_used_at: null });
    const renamed = await send('PUT', `me/passkeys/${passkey_id}`, { name: 'Old' }, user.headers);
    expect(renamed.statusCode).toBe(200);
    await logIn(user.key.get(await beginLogin()));
    const list = await send('GET', 'me/passkeys', undefined, user.headers);
    expect(list.json().response.items).toEqual([
      { ...user.passkey, name: 'Old', last_used_at: expect.any(String) },
    ]);
    const url = `me/passkeys/${passkey_id}`;
    const stranger = await newAccount(test);
    expect((await send('DELETE', url, undefined, stranger.headers)).statusCode).toBe(404);
    expect((await send('PUT', url, { name: 'X' }, stranger.headers)).statusCode).toBe(404);
    expect((await send('DELETE', url, undefined, user.headers)).statusCode).toBe(200);
    expect(messageOf(await logIn(user.key.get(await beginLogin())))).toEqual([401, UNKNOWN]);
  });

  it('asks the browser for a key of this host that knows its user', async () => {
    const user = await memberWithKey();
    expect(await begin(user)).toMatchObject({
      rp: { id: new URL(test.deps.config.siteUrl).hostname },
      user: { name: user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [expect.objectContaining({ type: 'public-key' })],
    });
    expect(await beginLogin()).toMatchObject({ userVerification: 'required' });
  });

  it('needs the password of the account', async () => {
    const user = await newAccount(test);
    for (const payload of [{}, { password: 'wrong one' }]) {
      expect((await begin(user, payload)).statusCode).toBe(400);
    }
  });

  it('needs a login of the last hour if the account has no password', async () => {
    const user = await newAccount(test, { password_hash: null });
    expect((await begin(user, {})).challenge).toBeTruthy();
    const created_at = new Date(Date.now() - 2 * 3_600_000);
    await test.database
      .updateTable('sessions')
      .set({ created_at })
      .where('user_id', '=', user.userId)
      .execute();
    expect((await begin(user, {})).statusCode).toBe(403);
  });

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a fingerprint or a PIN', { isVerified: false }],
  ])('is not added %s', async (_what, odd) => {
    const user = await newAccount(test);
    const answer = await add(user, newKey().create(await begin(user), odd));
    expect(messageOf(answer)).toEqual([400, REFUSED]);
  });

  it.each(['', 'no JSON', '{}', 'null', '{"response":{"clientDataJSON":"e30"}}'])(
    'is not %j',
    async (credential) => {
      const user = await newAccount(test);
      expect((await add(user, credential)).statusCode).toBe(400);
      expect((await logIn(credential)).statusCode).toBe(400);
    },
  );

  it('is one of twenty, however many challenges were asked for before', async () => {
    const user = await newAccount(test);
    const rows = Array.from({ length: 19 }, (_, i) => ({
      ...{ user_id: user.userId, credential_id: `${user.userId}-${i}`, counter: 0, transports: [] },
      ...{ public_key: Buffer.from('key'), name: 'Key' },
    }));
    await test.database.insertInto('passkeys').values(rows).execute();
    const challenges = [await begin(user), await begin(user)];
    const added = await Promise.all(
      challenges.map((challenge) => add(user, newKey().create(challenge))),
    );
    expect(added.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  });

  it('is not added by a login that has ended meanwhile', async () => {
    const user = await newAccount(test);
    const credential = newKey().create(await begin(user));
    const end = sql`
      with ended as (delete from sessions where user_id = ${user.userId})
      select user_id from users where user_id = ${user.userId} for no key update`;
    const start = () => add(user, credential);
    const answer = await holdLock(test.database, end, { waiting: 1, start });
    expect(answer.statusCode).toBe(401);
  });

  it('signs nobody in if it was removed after it was checked', async () => {
    const user = await memberWithKey();
    const answer = user.key.get(await beginLogin());
    const lock = sql`select from users where user_id = ${user.userId} for no key update`;
    const login = await holdLock(test.database, lock, {
      waiting: 2,
      async start() {
        const checked = logIn(answer);
        await waitForWaiting(test.database, 1);
        await test.database.deleteFrom('passkeys').where('user_id', '=', user.userId).execute();
        const other = send('POST', 'me/tokens', { name: 'Second to wait' }, user.headers);
        return (await Promise.all([checked, other]))[0];
      },
    });
    expect(messageOf(login)).toEqual([401, UNKNOWN]);
  });

  it('answers a challenge of its own user, once', async () => {
    const [ann, eve] = [await newAccount(test), await newAccount(test)];
    const options = await begin(ann);
    expect(messageOf(await add(eve, newKey().create(options)))).toEqual([400, TOO_OLD]);
    expect((await add(ann, newKey().create(options))).statusCode).toBe(201);
    expect(messageOf(await add(ann, newKey().create(options)))).toEqual([400, TOO_OLD]);
    expect(messageOf(await add(ann, newKey().create(await beginLogin())))).toEqual([400, TOO_OLD]);
  });
});

describe('a login with a passkey', () => {
  it('needs neither an address nor a password', async () => {
    const user = await memberWithKey();
    const answer = await logIn(user.key.get(await beginLogin()));
    expect(answer.statusCode).toBe(201);
    const { response } = answer.json();
    expect(response.user.user_id).toBe(user.userId);
    const headers = { authorization: `Bearer ${response.sso.token}` };
    expect((await send('GET', 'me', undefined, headers)).statusCode).toBe(200);
  });

  it('sets the cookie of the site', async () => {
    const user = await memberWithKey();
    const answer = await test.app.inject({
      method: 'POST',
      url: '/login/passkey',
      payload: String(new URLSearchParams({ credential: user.key.get(await beginLogin()) })),
      headers: {
        origin: test.deps.config.siteUrl,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect([answer.statusCode, answer.cookies.map(({ name }) => name)]).toEqual([201, ['session']]);
  });

  it('counts as both factors', async () => {
    const user = await memberWithKey();
    await test.database
      .insertInto('second_factors')
      .values({ user_id: user.userId, secret: Buffer.from('x'), confirmed_at: new Date() })
      .execute();
    expect((await logIn(user.key.get(await beginLogin()))).statusCode).toBe(201);
  });

  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a fingerprint or a PIN', { isVerified: false }],
  ])('is refused %s', async (_what, odd) => {
    const user = await memberWithKey();
    expect(messageOf(await logIn(user.key.get(await beginLogin(), odd)))).toEqual([401, UNKNOWN]);
  });

  it('is refused with the signature of another key', async () => {
    const user = await memberWithKey();
    const options = await beginLogin();
    const mine = JSON.parse(newKey().get(options));
    const { id, rawId } = JSON.parse(user.key.get(options));
    expect(messageOf(await logIn(JSON.stringify({ ...mine, id, rawId })))).toEqual([401, UNKNOWN]);
  });

  it('answers each challenge once, within ten minutes', async () => {
    const user = await memberWithKey();
    const options = await beginLogin();
    const credential = user.key.get(options);
    expect((await logIn(credential)).statusCode).toBe(201);
    expect(messageOf(await logIn(credential))).toEqual([400, TOO_OLD]);
    expect(messageOf(await logIn(user.key.get({ challenge: 'my own' })))).toEqual([400, TOO_OLD]);
    const late = user.key.get(await beginLogin(Date.now() - 10 * 60_000 - 1_000));
    expect(messageOf(await logIn(late))).toEqual([400, TOO_OLD]);
    const inTime = user.key.get(await beginLogin(Date.now() - 9 * 60_000));
    expect((await logIn(inTime)).statusCode).toBe(201);
  });

  it('signs challenges of this host only, which nobody can change', async () => {
    const user = await memberWithKey();
    const signed = Buffer.from((await beginLogin()).challenge, 'base64url');
    for (const at of [0, signed.length - 20, signed.length - 1]) {
      const challenge = Buffer.from(signed);
      challenge[at] = (challenge[at] ?? 0) ^ 1;
      const answer = await logIn(user.key.get({ challenge: challenge.toString('base64url') }));
      expect(messageOf(answer)).toEqual([400, TOO_OLD]);
    }
  });

  it('costs a visitor neither a row nor an attempt, because each sign-in page begins one', async () => {
    const limited = await openTestApp({ RATE_LIMITS: 'on' });
    const { points } = LIMITS.login.address;
    for (let visitor = 0; visitor <= points; visitor += 1) {
      const url = '/api/v2/auth/passkey/options';
      const answer = await limited.app.inject({ method: 'POST', url, payload: {} });
      expect(answer.statusCode).toBe(201);
    }
    const rows = await limited.database
      .selectFrom('passkey_challenges')
      .select('expires_at')
      .execute();
    expect(rows).toEqual([]);
    await limited.close();
  });

  it('leaves a row only for the answer of a passkey, until the challenge is too old', async () => {
    const user = await memberWithKey();
    const rows = () => test.database.selectFrom('passkey_challenges').selectAll().execute();
    const before = (await rows()).length;
    await logIn(newKey().get(await beginLogin()));
    expect(await rows()).toHaveLength(before);
    await logIn(user.key.get(await beginLogin()));
    expect(await rows()).toHaveLength(before + 1);
    await test.database
      .updateTable('passkey_challenges')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    await logIn(user.key.get(await beginLogin()));
    expect(await rows()).toHaveLength(1);
  });

  it('is refused if the counter does not grow, because the key may be a copy', async () => {
    const user = await memberWithKey();
    expect((await logIn(user.key.get(await beginLogin(), { counter: 7 }))).statusCode).toBe(201);
    const copied = await logIn(user.key.get(await beginLogin(), { counter: 7 }));
    expect(messageOf(copied)).toEqual([401, UNKNOWN]);
    expect((await logIn(user.key.get(await beginLogin(), { counter: 8 }))).statusCode).toBe(201);
  });

  it('works with keys that do not count', async () => {
    const user = await memberWithKey();
    for (let use = 0; use < 2; use += 1) {
      const answer = await logIn(user.key.get(await beginLogin(), { counter: 0 }));
      expect(answer.statusCode).toBe(201);
    }
  });
});

it('goes with the account', async () => {
  const user = await memberWithKey();
  const options = await beginLogin();
  const url = `/api/user/${user.userId}`;
  const payload = { password: PASSWORD };
  const ended = await test.app.inject({ method: 'DELETE', url, headers: user.headers, payload });
  expect(ended.statusCode).toBe(200);
  expect((await logIn(user.key.get(options))).statusCode).toBe(401);
  const rows = await test.database
    .selectFrom('passkeys')
    .select('name')
    .where('user_id', '=', user.userId)
    .execute();
  expect(rows).toEqual([]);
});
