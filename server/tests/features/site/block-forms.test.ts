import type { ItemList, User } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteData } from '../../../src/features/site/site.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let a: SignedIn;
let b: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
});
beforeEach(async () => {
  [a, b] = await Promise.all([test.signIn(), test.signIn()]);
});

const post = (url: string, fields: Record<string, string>, who: SignedIn | null) =>
  test.app.inject({
    method: 'POST',
    url,
    payload: String(new URLSearchParams(fields)),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://site.test',
      ...(who ? { cookie: who.cookies.cookie } : {}),
    },
  });

async function blocksOf({ userId, headers }: SignedIn): Promise<number[]> {
  const url = `/api/v2/users/${userId}/blocks`;
  const answer = await test.app.inject({ url, headers });
  const { items } = answer.json<{ response: ItemList<User> }>().response;
  return items.map(({ user_id }) => user_id);
}

/** The users that the page of a user shows as blocked. */
const seenBy = ({ userId }: SignedIn | { userId: null }, permalink: string) =>
  siteData({ ...test.deps, viewer: { userId, isAdmin: false } }).getBlockedUser(permalink);

describe('the forms of blocks', () => {
  it('block and lead to the page of the user, which only the blocker sees as blocked', async () => {
    const answer = await post('/account/blocks', { user: b.permalink }, a);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/user/${b.permalink}`]);
    expect(await blocksOf(a)).toEqual([b.userId]);
    expect(await seenBy(a, b.permalink)).toMatchObject({ user_id: b.userId });
    expect(await seenBy(b, a.permalink)).toBeNull();
    expect(await seenBy({ userId: null }, b.permalink)).toBeNull();
  });

  it('unblock, and lead back to the settings', async () => {
    await post('/account/blocks', { user: b.permalink }, a);
    const fields = { user: b.permalink, from: 'settings' };
    const answer = await post('/account/blocks/remove', fields, a);
    expect(answer.headers.location).toBe('/account/settings#settings-blocked');
    expect(await blocksOf(a)).toEqual([]);
    expect(await seenBy(a, b.permalink)).toBeNull();
  });

  it('do nothing for a visitor, and for oneself', async () => {
    expect((await post('/account/blocks', { user: b.permalink }, null)).statusCode).toBe(303);
    expect((await post('/account/blocks', { user: a.permalink }, a)).statusCode).toBe(400);
    expect(await blocksOf(a)).toEqual([]);
  });

  it('name a user who does not exist', async () => {
    expect((await post('/account/blocks', { user: 'nobody-here' }, a)).statusCode).toBe(404);
  });
});
