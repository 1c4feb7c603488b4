import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const FIELDS = { name: 'Ada Byron', password: 'correct horse battery', terms: 'true' };

/** Sends a form as a page of the site does. */
const post = (url: string, fields: Record<string, string>, accept = 'text/html', cookie = '') =>
  test.app.inject({
    method: 'POST',
    url,
    payload: String(new URLSearchParams(fields)),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://site.test',
      accept,
      cookie,
    },
  });

describe('the form of the signup', () => {
  it('creates an account, signs the browser in and leads on', async () => {
    const answer = await post('/signup?redirect=/show/a', { ...FIELDS, email: 'ada@mail.test' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/show/a']);
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=/);
  });

  it('leads home instead of anywhere else', async () => {
    for (const [index, redirect] of ['//evil.example', '/logout', 'javascript:x'].entries()) {
      const query = new URLSearchParams({ redirect });
      const fields = { ...FIELDS, email: `home-${index}@mail.test` };
      expect((await post(`/signup?${query}`, fields)).headers.location).toBe('/home');
    }
  });

  it('gives a script the answer of the API', async () => {
    const fields = { ...FIELDS, email: 'script@mail.test' };
    const { sso } = (await post('/signup', fields, 'application/json')).json().response;
    expect(sso.token).toEqual(expect.any(String));
    const { error } = (await post('/signup', fields, 'application/json')).json();
    expect(error.messages).toEqual([expect.stringMatching(/^email: /)]);
  });

  it('comes back without an account if the terms are not accepted', async () => {
    const { terms: _, ...fields } = { ...FIELDS, email: 'no-terms@mail.test' };
    for (const wrong of [{}, { terms: 'false' }, { terms: '' }]) {
      const answer = await post('/signup', { ...fields, ...wrong });
      expect([answer.statusCode, answer.body]).toEqual([400, 'site:/signup']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('the form that deletes an account', () => {
  const enter = async (email: string) => {
    const { headers } = await post('/signup', { ...FIELDS, email });
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const remove = (password: string, cookie: string) =>
    post('/account/delete?redirect=//evil.example', { password }, 'text/html', cookie);

  it('needs the password, then signs the browser out and says goodbye', async () => {
    const cookie = await enter('leaves@mail.test');
    const refused = await remove('wrong horse battery', cookie);
    expect([refused.statusCode, refused.body]).toEqual([400, 'site:/account/settings']);
    expect((await remove('', cookie)).statusCode).toBe(400);
    const { statusCode, headers } = await remove(FIELDS.password, cookie);
    expect([statusCode, headers.location]).toEqual([303, '/account/deleted']);
    expect(headers['set-cookie']).toMatch(/^session=; Max-Age=0/);
    expect((await remove(FIELDS.password, cookie)).statusCode).toBe(401);
  });

  it('does nothing for a visitor, and for a form of another site', async () => {
    expect((await remove(FIELDS.password, '')).statusCode).toBe(401);
    const cookie = await enter('stays@mail.test');
    const { statusCode } = await test.app.inject({
      method: 'POST',
      url: '/account/delete',
      payload: String(new URLSearchParams({ password: FIELDS.password })),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        cookie,
      },
    });
    expect(statusCode).toBe(403);
  });
});
