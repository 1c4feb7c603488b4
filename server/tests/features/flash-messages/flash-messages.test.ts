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
  expect(headers.vary).toContain('Cookie');
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

  it('is not kept in memory longer than it lasts', async () => {
    await set('short', { message: 'x', until: new Date(Date.now() + 60_000).toISOString() });
    const { size } = test.deps.answers;
    await shownTo(null);
    expect(test.deps.answers.size).toBe(size);
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
