import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let anna: SignedIn;
let stranger: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  [anna, stranger, admin] = await Promise.all([
    test.signIn(),
    test.signIn(),
    test.signIn({ admin: true }),
  ]);
});

const get = (path: string, headers = {}) => test.app.inject({ url: `/api${path}`, headers });

function put(path: string, { headers }: SignedIn, payload: object) {
  return test.app.inject({ method: 'PUT', url: `/api${path}`, headers, payload });
}

const PRIVATE = [
  'email',
  'email_verified',
  'email_pending',
  'has_password',
  'is_admin',
  'weekly_mail',
  'gender',
  'birthday',
  'fb_user_id',
  'fb_auth_token_expires_at',
  'fb_permissions',
  'tw_user_id',
  'go_user_id',
  'ap_user_id',
  'yt_user_id',
  'tb_blog_name',
];

describe('GET /user/{user_id}', () => {
  it.each(['/user/', '/v2/users/'])(
    'finds a user by id and by permalink below %s',
    async (path) => {
      for (const name of [anna.userId, anna.permalink]) {
        const { user } = (await get(`${path}${name}`)).json().response;
        expect(user).toEqual({
          user_id: anna.userId,
          permalink: anna.permalink,
          name: expect.stringMatching(/^Tester/),
          description: '',
          site_url: `http://site.test/user/${anna.permalink}`,
          image_url: null,
          image_original_url: null,
        });
      }
    },
  );

  it('gives the private fields to the user alone', async () => {
    await test.database
      .updateTable('users')
      .set({ fb_user_id: 'fb-7', fb_permissions: ['public_profile'], birthday: '1990-02-28' })
      .where('user_id', '=', anna.userId)
      .execute();
    const own = (await get(`/user/${anna.userId}`, anna.headers)).json().response.user;
    expect(own).toMatchObject({
      email: `${anna.permalink}@example.org`,
      email_verified: true,
      email_pending: null,
      has_password: false,
      is_admin: false,
      gender: null,
      birthday: '1990-02-28',
      fb_user_id: 'fb-7',
      fb_auth_token_expires_at: null,
      fb_permissions: ['public_profile'],
      tb_blog_name: null,
    });
    expect(PRIVATE.filter((field) => !(field in own))).toEqual([]);
    for (const headers of [{}, stranger.headers, admin.headers]) {
      const seen = (await get(`/user/${anna.userId}`, headers)).json().response.user;
      expect(PRIVATE.filter((field) => field in seen)).toEqual([]);
    }
  });

  it.each(['0', '99999999999', '2147483648', 'nobody', '..%2f', "'or'1'='1"])(
    'answers 404 for %s',
    async (name) => {
      const answer = await get(`/user/${name}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.reason).toBe('USER_UNAVAILABLE');
    },
  );

  it('hides two users from each other if one has blocked the other', async () => {
    const other = await test.signIn();
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: anna.userId, blocked_id: other.userId })
      .execute();
    expect((await get(`/user/${anna.userId}`)).statusCode).toBe(200); // fills the stored answers
    expect((await get(`/user/${anna.userId}`, other.headers)).statusCode).toBe(404);
    expect((await get(`/user/${other.userId}`, anna.headers)).statusCode).toBe(404);
    expect((await get(`/user/${other.userId}`, stranger.headers)).statusCode).toBe(200);
  });
});

describe('GET /user/{user_id}/permalink', () => {
  it.each([
    ['free-name', true],
    ['Free-Name', true],
    ['admin', false],
    ['12345', false],
    ['a%20b', false],
  ])('says of %s that it is free: %s', async (permalink, available) => {
    const answer = await get(`/user/${anna.userId}/permalink?permalink=${permalink}`, anna.headers);
    expect(answer.json().response.permalink).toEqual({
      value: decodeURIComponent(permalink).toLowerCase(),
      available,
    });
  });

  it('counts the own permalink as free, and that of another user as taken', async () => {
    const ask = async (permalink: string) =>
      (await get(`/user/${anna.permalink}/permalink?permalink=${permalink}`, anna.headers)).json()
        .response.permalink.available;
    expect(await ask(anna.permalink)).toBe(true);
    expect(await ask(stranger.permalink)).toBe(false);
  });

  it('is for the user himself', async () => {
    const url = `/user/${anna.userId}/permalink?permalink=x1`;
    expect((await get(url)).statusCode).toBe(401);
    expect((await get(url, stranger.headers)).statusCode).toBe(403);
    expect((await get(url, admin.headers)).statusCode).toBe(200);
  });
});

describe('PUT /user/{user_id}/permalink', () => {
  it('changes the address of the user and drops the stored answers', async () => {
    const user = await test.signIn();
    expect((await get(`/user/${user.userId}`)).json().response.user.permalink).toBe(user.permalink);
    const answer = await put(`/user/${user.userId}/permalink`, user, { permalink: 'Nuova-Anna' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().response.permalink).toEqual({ value: 'nuova-anna', available: true });
    expect((await get(`/user/${user.userId}`)).json().response.user.permalink).toBe('nuova-anna');
    for (const name of [user.permalink, 'nuova-anna']) {
      expect((await get(`/user/${name}`)).json().response.user.permalink).toBe('nuova-anna');
    }
  });

  it.each(['12', 'admin', 'x', 'a b', 'x'.repeat(81), '<b>'])('refuses %s', async (permalink) => {
    const answer = await put(`/user/${anna.userId}/permalink`, anna, { permalink });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages[0]).toMatch(/^permalink: /);
  });

  it('gives a permalink to one of many who want it at once', async () => {
    const rivals = await Promise.all(Array.from({ length: 8 }, () => test.signIn()));
    const answers = await Promise.all(
      rivals.map((user) => put(`/user/${user.userId}/permalink`, user, { permalink: 'wanted' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json().error.messages).toEqual(['permalink: is taken']);
  });

  it('leaves foreign users alone', async () => {
    const url = `/user/${anna.userId}/permalink`;
    const answer = await put(url, stranger, { permalink: 'stolen' });
    expect(answer.statusCode).toBe(403);
    expect((await get('/user/stolen')).statusCode).toBe(404);
  });
});
