import type { FlashMessage } from 'earshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dismissedIn } from '../../../src/features/flash-messages/flash-messages.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});
afterAll(() => test?.close());
afterEach(() => test.database.deleteFrom('flash_messages').execute());

const set = (name: string, fields: object = { message: `Text of ${name}` }) =>
  ask<{ flash_message: FlashMessage }>(`PUT /flashmessages/${name}`, admin, fields);
async function shownTo(who: SignedIn | null, cookie?: string): Promise<string | null> {
  const { headers, body } = await test.app.inject({
    url: '/api/flashmessage',
    headers: { ...who?.headers, ...(cookie ? { cookie } : {}) },
  });
  const vary = `${headers.vary}`.split(', ');
  expect(vary).toContain('Cookie');
  expect(vary).toEqual([...new Set(vary)]);
  return JSON.parse(body).response.flash_message?.name ?? null;
}

describe('the flash message', () => {
  it('is null until an administrator sets one', async () => {
    expect(await ask('GET /flashmessage')).toMatchObject({ response: { flash_message: null } });
    const flash_message = { name: 'maintenance', message: 'We pause at noon.' };
    const answer = await set('maintenance', { message: ' We pause\u0007 at noon. ' });
    expect(answer).toMatchObject({ status: 200, response: { flash_message } });
    expect(await ask('GET /flashmessage')).toMatchObject({ response: { flash_message } });
    expect((await ask('DELETE /flashmessages/maintenance', admin)).status).toBe(200);
    expect(await shownTo(null)).toBeNull();
  });

  it('is the newest that a user has not dismissed', async () => {
    const user = await test.signIn();
    await set('first');
    await set('second');
    expect(await shownTo(user)).toBe('second');
    const path = `DELETE /user/${user.userId}/flashmessages/second` as const;
    expect(await ask(path, user)).toEqual({ status: 200, response: {}, messages: [] });
    expect(await shownTo(user)).toBe('first');
    expect((await ask(path, user)).status).toBe(200);
    await ask(`DELETE /user/${user.permalink}/flashmessages/first`, user);
    expect(await shownTo(user)).toBeNull();
    expect(await shownTo(null)).toBe('second');
    expect(await shownTo(await test.signIn())).toBe('second');
  });

  it('is one that the cookie of the visitor does not name', async () => {
    const user = await test.signIn();
    await set('first');
    await set('second');
    expect(await shownTo(null, 'dismissed_flash_messages=second')).toBe('first');
    expect(await shownTo(null, 'dismissed_flash_messages=second%2Cfirst')).toBeNull();
    expect(await shownTo(null, 'dismissed_flash_messages=other,second')).toBe('first');
    expect(await shownTo(user, 'dismissed_flash_messages=second')).toBe('first');
    expect(await shownTo(null)).toBe('second');
  });

  it('is dismissed 50 times at once', async () => {
    const user = await test.signIn();
    await set('first');
    const path = `DELETE /user/${user.userId}/flashmessages/first` as const;
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(path, user)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await shownTo(user)).toBeNull();
  });

  it('keeps nothing of a name that is not set', async () => {
    const user = await test.signIn();
    await ask(`DELETE /user/${user.userId}/flashmessages/unknown`, user);
    await set('unknown');
    expect(await shownTo(user)).toBe('unknown');
  });

  it('ends at its time', async () => {
    await set('first');
    await set('short', { message: 'x', until: new Date(Date.now() + 60_000).toISOString() });
    expect(await shownTo(null)).toBe('short');
    await test.database
      .updateTable('flash_messages')
      .set({ ends_at: new Date(Date.now() - 1) })
      .where('name', '=', 'short')
      .execute();
    expect(await shownTo(null)).toBe('first');
  });

  it('is changed under the same name, also for those who have not dismissed it', async () => {
    const user = await test.signIn();
    await set('first');
    await ask(`DELETE /user/${user.userId}/flashmessages/first`, user);
    await set('first', { message: 'Another text' });
    expect(await shownTo(user)).toBeNull();
    const answer = await ask<{ flash_message: FlashMessage }>('GET /flashmessage');
    expect(answer.response.flash_message.message).toBe('Another text');
  });

  it.each([
    ['Bad', { message: 'x' }, /^name: must be 1 to 64 small letters/],
    ['a,b', { message: 'x' }, /^name: /],
    ['x'.repeat(65), { message: 'x' }, /^name: /],
    ['fine', { message: ' ' }, /^message: must not be empty/],
    ['fine', { message: 'x'.repeat(501) }, /^message: must be at most 500 characters/],
    [
      'fine',
      { message: 'x', until: '2020-01-01T00:00:00Z' },
      /^until: must be a time in the future/,
    ],
    ['fine', { message: 'x', until: 'tomorrow' }, /^until: /],
    ['fine', {}, /^message: is required/],
    ['fine', { message: 'x', colour: 'red' }, /^colour: is not known/],
  ])('refuses %s with %j', async (name, fields, words) => {
    const { status, messages } = await set(encodeURIComponent(name), fields);
    expect([status, messages]).toEqual([400, [expect.stringMatching(words)]]);
  });

  it('is set and removed by administrators, and dismissed by each user for himself', async () => {
    const [user, other] = await Promise.all([test.signIn(), test.signIn()]);
    for (const [who, status] of [
      [null, 401],
      [user, 403],
    ] as const) {
      expect((await ask('PUT /flashmessages/x', who, { message: 'x' })).status).toBe(status);
      expect((await ask('DELETE /flashmessages/x', who)).status).toBe(status);
      const path = `DELETE /user/${other.userId}/flashmessages/x` as const;
      expect((await ask(path, who)).status).toBe(status);
    }
  });

  it('begins and ends at its times, without a change of anything else', async () => {
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    await set('coming', { message: 'Later', from: soon(60_000) });
    expect(await shownTo(null)).toBeNull();
    await set('coming', { message: 'Later', from: soon(-1_000), until: soon(600) });
    expect(await shownTo(null)).toBe('coming');
    await expect.poll(() => shownTo(null)).toBeNull();
    const wrong = await set('coming', { message: 'x', from: soon(9_000), until: soon(5_000) });
    expect(wrong.messages).toEqual(['from: must be a time before the end']);
  });

  it('ends when an administrator says so, and stays in his list', async () => {
    await set('maintenance');
    expect((await ask('POST /v2/host/notices/maintenance/end', admin, {})).status).toBe(201);
    expect(await shownTo(null)).toBeNull();
    expect((await ask('POST /v2/host/notices/maintenance/end', admin, {})).status).toBe(404);
    const { response } = await ask<{ items: unknown[] }>('GET /v2/host/notices', admin);
    expect(response.items).toMatchObject([{ name: 'maintenance', message: 'Text of maintenance' }]);
  });
});

describe('a page of the site', () => {
  const page = async (headers: Record<string, string> = {}) =>
    (await test.app.inject({ url: '/terms', headers })).body;

  it('carries the message of its visitor', async () => {
    const user = await test.signIn();
    expect(await page()).toBe('site:/terms');
    await set('first');
    expect(await page()).toBe('site:/terms:Text of first');
    expect(await page({ cookie: 'dismissed_flash_messages=first' })).toBe('site:/terms');
    expect(await page()).toBe('site:/terms:Text of first');
    await set('first', { message: 'Changed' });
    expect(await page()).toBe('site:/terms:Changed');
    expect(await page(user.headers)).toBe('site:/terms:Changed');
    await ask(`DELETE /user/${user.userId}/flashmessages/first`, user);
    expect(await page(user.headers)).toBe('site:/terms');
  });

  it('closes it by a form: for a member on the server, for a visitor in the cookie', async () => {
    await set('first');
    const close = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'POST',
        url: '/flashmessages/first/close',
        headers: { referer: `${test.deps.config.siteUrl}/show/x?q=1`, ...headers },
      });
    const answer = await close({ cookie: 'dismissed_flash_messages=older' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/show/x?q=1');
    expect(answer.cookies).toMatchObject([
      { name: 'dismissed_flash_messages', value: 'older,first', path: '/', maxAge: 315_360_000 },
    ]);
    const foreign = await close({ referer: 'https://evil.test/' });
    expect(foreign.headers.location).toBe('/');
    const user = await test.signIn();
    await close(user.cookies);
    expect(await shownTo(user)).toBeNull();
    const odd = await test.app.inject({ method: 'POST', url: '/flashmessages/a%2Cb/close' });
    expect(odd.statusCode).toBe(404);
  });
});

describe('a template', () => {
  const get = (url: string) => test.app.inject({ url, headers: { referer: 'http://x.test/' } });

  it.each([
    ['/util/templates/common.flash_message.js', 'common.flash_message'],
    ['/util/templates/common.js', 'common.flash_message'],
    ['/util/templates/common_v2.embed.js', 'common_v2.embed'],
    ['/util/templates/v2/common.js', 'common_v2.embed'],
  ])('is served as JSON: %s', async (url, name) => {
    const answer = await get(url);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json()).toEqual({ content: `template:${name}` });
    expect((await get(`${url}?v=test`)).json()).toEqual({ content: `template:${name}` });
    expect((await get(`${url}?v=older`)).json()).toEqual({ redirect: '/' });
  });

  it('that nobody knows is not found', async () => {
    expect((await get('/util/templates/__proto__.js')).statusCode).toBe(404);
    expect((await get('/util/templates/v2/other.js')).statusCode).toBe(404);
  });
});

describe('dismissedIn', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['a', ['a']],
    ['b, a,b', ['a', 'b']],
    ["A,a b,',%00,ok", ['ok']],
    ['x'.repeat(65), []],
  ])('reads %j', (cookie, names) => {
    expect(dismissedIn(cookie)).toEqual(names);
  });

  it('reads no more than a hundred names', () => {
    const cookie = Array.from({ length: 500 }, (_, index) => `n${index}`).join();
    expect(dismissedIn(cookie)).toHaveLength(100);
  });
});
