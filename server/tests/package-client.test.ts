import { type ApiClient, type ApiError, createApiClient } from 'earshot';
import type { API_ROUTES } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeThings, type Things } from './helpers/make-things.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';
import { listen } from './helpers/tus.ts';

// The package calls a running server over the network, with its real addresses and form bodies.

let test: TestApp;
let apiUrl = '';
let things: Things;
let author: ApiClient;
let listener: ApiClient;
let visitor: ApiClient;

/** The names of the routes that the tests have called. */
const called = new Set<string>();

function createClient(user: Pick<SignedIn, 'token'> | null): ApiClient {
  const api = createApiClient({ apiUrl, culture: 'it', accessToken: user?.token ?? null });
  const noting =
    (method: keyof ApiClient): ApiClient['get'] =>
    (route, ...rest) => {
      called.add(route);
      return api[method](route, ...rest);
    };
  return { get: noting('get'), put: noting('put'), post: noting('post'), delete: noting('delete') };
}

beforeAll(async () => {
  test = await openTestApp();
  apiUrl = `${await listen(test)}/api`;
  things = await makeThings(test);
  author = createClient(things.owner);
  listener = createClient(things.other);
  visitor = createClient(null);
});
afterAll(() => test?.close());

const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeds.')),
    (error: ApiError) => error,
  );
type Page = { items: Record<string, unknown>[] };

describe('an account, through the package', () => {
  const person = { email: 'client@example.org', password: 'correct horse battery' };

  it('is made, logged into and left', async () => {
    const made = await visitor.post<{ user: { user_id: number } }>('signup', {
      ...person,
      name: 'Client',
      terms: true,
    });
    const { sso } = await visitor.post<{ sso: { token: string } }>('login', person);
    const api = createClient(sso);
    expect(await api.get('me')).toMatchObject({ user: { user_id: made.user.user_id } });
    expect(await api.post('logout')).toEqual({});
    expect((await failure(api.get('me'))).status).toBe(401);
  });

  it('has sessions and tokens that it can end', async () => {
    const api = createClient(await test.signIn());
    const { token } = await api.post<{ token: { token_id: number } }>('tokens', { name: 'Backup' });
    expect((await api.get<Page>('tokens')).items).toHaveLength(1);
    expect(await api.delete('token', { token_id: token.token_id })).toEqual({});
    const { items } = await api.get<Page>('sessions');
    expect(await api.delete('session', { session_id: Number(items[0]?.session_id) })).toEqual({});
    expect((await failure(api.delete('sessions'))).reason).toBe('NOT_SIGNED_IN');
  });

  it('is asked for mails in words', async () => {
    expect(await visitor.post('password_forgot', { email: person.email })).toEqual({});
    expect((await failure(visitor.post('email_verify', { token: 'x' }))).reason).toBe(
      'INVALID_REQUEST',
    );
    const reset = { token: 'x', password: 'another long password' };
    expect((await failure(visitor.post('password_reset', reset))).reason).toBe('INVALID_REQUEST');
    await author.post('email_resend');
  });

  it('gets a playback token by the bearer token', async () => {
    const answer = await listener.post<{ sso: { token: string; expires_at: string } }>(
      '/v2/auth/sso?grant_type=playback',
    );
    called.add('sso');
    expect(answer.sso.token).not.toBe('');
    expect(Date.parse(answer.sso.expires_at) - Date.now()).toBeGreaterThan(2 * 3_600_000 - 60_000);
    expect((await failure(visitor.post('sso', { grant_type: 'playback' }))).status).toBe(401);
  });

  it('has a permalink', async () => {
    const user_id = things.owner.userId;
    const wish = { user_id, permalink: 'il-mio-nome' };
    expect(await author.get('user_permalink', wish)).toEqual({
      permalink: { value: 'il-mio-nome', available: true },
    });
    await author.put('user_permalink', wish);
    expect(await visitor.get('user', { user_id: 'il-mio-nome' })).toMatchObject({
      user: { user_id },
    });
    await author.put('user_permalink', { user_id, permalink: things.owner.permalink });
  });

  it('is read and changed at both addresses', async () => {
    const user_id = things.owner.userId;
    for (const route of ['user', 'user_v1']) {
      const changed = await author.put(route, { user_id, name: `Età ${route}`, gender: '' });
      expect(changed).toMatchObject({ user: { name: `Età ${route}` } });
      expect(await visitor.get(route, { user_id })).toMatchObject({
        user: { name: `Età ${route}` },
      });
    }
  });
});

describe('what listeners do, through the package', () => {
  it('likes and unlikes an episode', async () => {
    const user_id = things.other.userId;
    const { episode_id } = things;
    expect(await listener.put('like', { user_id, episode_id })).toEqual({});
    const liked = await visitor.get<Page>('likes', { user_id });
    expect(liked.items).toMatchObject([{ episode_id }]);
    expect(await listener.delete('like', { user_id, episode_id })).toEqual({});
    expect((await visitor.get<Page>('likes', { user_id })).items).toEqual([]);
    expect((await failure(visitor.put('like', { user_id, episode_id }))).reason).toBe(
      'NOT_SIGNED_IN',
    );
  });

  it('follows users and shows, and is a fan', async () => {
    const follower_id = things.other.userId;
    const followed_id = things.owner.userId;
    expect(await listener.put('follow_user', { follower_id, followed_id })).toEqual({});
    expect((await visitor.get<Page>('fans', { followed_id })).items).toMatchObject([
      { user_id: follower_id },
    ]);
    const followings = await visitor.get<Page>('followings', { user_id: follower_id });
    expect(followings.items).toMatchObject([{ user_id: followed_id }]);
    expect(await listener.delete('follow_user', { follower_id, followed_id })).toEqual({});

    const show = { follower_id, followed_id: things.show_id };
    expect(await listener.put('follow_show', show)).toEqual({});
    const user_permalink = things.other.permalink;
    const favorites = await visitor.get<{ pager: { results: unknown[] } }>('favorites', {
      user_permalink,
      page: 1,
    });
    expect(favorites.pager.results).toMatchObject([{ show_id: things.show_id }]);
    expect(await listener.delete('follow_show', show)).toEqual({});
  });

  it('blocks and unblocks a user by permalinks', async () => {
    const stranger = await test.signIn();
    const pair = {
      user_permalink: things.owner.permalink,
      blocked_permalink: stranger.permalink,
    };
    expect(await author.put('block', pair)).toEqual({ ban: { banned_id: stranger.userId } });
    const { user_permalink } = pair;
    expect((await author.get<Page>('blocks', { user_permalink })).items).toHaveLength(1);
    const blocked = createClient(stranger);
    expect((await failure(blocked.get('show', { show_id: things.show_id }))).status).toBe(404);
    expect(await author.delete('block', pair)).toEqual({});
    expect(await blocked.get('show', { show_id: things.show_id })).toHaveProperty('show');
  });

  it('writes a message at a moment of the episode, which its owner removes', async () => {
    const { episode_id } = things;
    const text = 'Perché no? 100 % & più';
    const { message } = await listener.post<{ message: { message_id: number } }>('messages', {
      episode_id,
      text,
    });
    const { message_id } = message;
    const { items } = await visitor.get<Page>('messages', { episode_id });
    expect(items).toContainEqual(expect.objectContaining({ message_id, text }));
    expect(await author.delete('message', { episode_id, message_id })).toEqual({});
  });

  it('reads and dismisses flash messages', async () => {
    const admin = createClient(await test.signIn({ admin: true }));
    await admin.put('named_flash_message', { name: 'news', message: 'Novità' });
    expect(await listener.get('flash_message')).toEqual({
      flash_message: { name: 'news', message: 'Novità' },
    });
    const user_id = things.other.userId;
    expect(await listener.delete('user_flash_message', { user_id, name: 'news' })).toEqual({});
    expect(await listener.get('flash_message')).toEqual({ flash_message: null });
    await admin.delete('named_flash_message', { name: 'news' });
  });

  it('searches and explores', async () => {
    expect(await visitor.get('search', { q: 'guarded', limit: 3 })).toHaveProperty('shows');
    const { items } = await visitor.get<Page>('explore_lists');
    expect(items.length).toBeGreaterThan(0);
    await visitor.get('explore_list_items', { list_id: 'new' });
    expect(await visitor.get('explore_categories')).toHaveProperty('items');
    await visitor.get('explore_category_items', { permalink: 'arts' });
    await visitor.get('tag_episodes', { tag_name: 'perché no' });
  });
});

describe('what authors do, through the package', () => {
  const fields = { title: 'Caffè', description: 'Un caffè', language: 'it', category: 'Arts' };

  it.each([
    ['shows', 'show', 'show_episodes'],
    ['shows_v1', 'show_v1', 'show_episodes_v1'],
  ])('makes, changes, reads and deletes a show at %s', async (many, one, episodes) => {
    const { show } = await author.post<{ show: { show_id: number } }>(many, {
      ...fields,
      tags: 'uno,due',
      explicit: false,
    });
    const { show_id } = show;
    expect(await author.put(one, { show_id, title: 'Tè' })).toMatchObject({
      show: { title: 'Tè' },
    });
    expect(await visitor.get(one, { show_id })).toMatchObject({
      show: { title: 'Tè', language: 'it' },
    });
    expect(await visitor.get(episodes, { show_id, page: 1 })).toHaveProperty('pager');
    expect(await visitor.get('show_playlist', { show_id })).toMatchObject({
      playlist: { items: [], next_url: null },
    });
    expect(await author.delete('show_cover', { show_id })).toEqual({});
    expect(await author.delete(one, { show_id })).toEqual({});
    expect((await failure(visitor.get(one, { show_id }))).reason).toBe('SHOW_UNAVAILABLE');
  });

  it.each([
    ['episodes', 'episode'],
    ['episodes_v1', 'episode_v1'],
  ])('makes, publishes and deletes an episode at %s', async (many, one) => {
    const { show_id } = things;
    const { episode } = await author.post<{ episode: { episode_id: number } }>(many, {
      show_id,
      title: 'In diretta',
      type: 'LIVE',
      live_url: 'https://live.example.org/a.m3u8',
      midrolls: '30,60.5',
    });
    const { episode_id } = episode;
    expect((await failure(visitor.get(one, { episode_id }))).reason).toBe('EPISODE_UNAVAILABLE');
    await author.put('episode_publish', { episode_id });
    expect(await author.put(one, { episode_id, is_on_air: true })).toMatchObject({
      episode: { is_on_air: true, type: 'LIVE' },
    });
    await author.put(one, { episode_id, is_on_air: false });
    expect(await visitor.get(one, { episode_id, export: 'episode_segments' })).toHaveProperty(
      'episode.segments',
    );
    expect(await author.delete('episode_publish', { episode_id })).toEqual({});
    expect(await author.get(one, { episode_id })).toMatchObject({ episode: { state: 'draft' } });
    await author.delete('episode_cover', { episode_id });
    expect(await author.delete(one, { episode_id })).toEqual({});
  });

  it('plans the hours of a show', async () => {
    const { show_id } = things;
    const { schedule } = await author.post<{ schedule: { schedule_id: number } }>(
      'show_schedules',
      { show_id, weekday: 3, time: '18:30', timezone: 'Europe/Rome', title: 'In onda' },
    );
    const one = { show_id, schedule_id: schedule.schedule_id };
    await author.put('show_schedule', { ...one, title: 'Dal vivo' });
    expect(await visitor.get('show_schedule', one)).toMatchObject({
      schedule: { title: 'Dal vivo', weekday: 3, time: '18:30' },
    });
    const week = { from: '2030-01-01T00:00:00Z', to: '2030-01-08T00:00:00Z' };
    const { items } = await visitor.get<Page>('calendar_items', {
      user_id: things.owner.userId,
      ...week,
    });
    expect(items).toMatchObject([{ title: 'Dal vivo', show_id }]);
    expect(await author.delete('show_schedule', one)).toEqual({});
    expect((await visitor.get<Page>('show_schedules', { show_id })).items).toEqual([]);
  });

  it('finds the links of its notes', async () => {
    const answer = await author.post('process_links', {
      description: 'Vedi https://example.org/a',
    });
    expect(answer).toMatchObject({ links: [{ url: 'https://example.org/a' }] });
  });

  it('reads the waveform of an episode', async () => {
    expect(await visitor.get('episode_waveform', { episode_id: 1 })).toBeDefined();
  });

  it('reads and removes an upload', async () => {
    const { media_id } = things;
    expect(await author.get('media_file', { media_id })).toMatchObject({ media: { media_id } });
    expect(await author.delete('media_file', { media_id })).toEqual({});
  });

  it('refuses to import from a private address, and reads an import', async () => {
    const { messages } = await failure(author.post('imports', { url: 'http://127.0.0.1/feed' }));
    expect(messages.join()).toMatch(/^url: /);
    const { import_id } = things;
    expect(await author.get('import', { import_id })).toHaveProperty('import');
    expect((await failure(author.put('import', { import_id }))).status).toBeLessThan(500);
  });
});

describe('what administrators do, through the package', () => {
  it('makes a list and fills it', async () => {
    const admin = createClient(await test.signIn({ admin: true }));
    const { list } = await admin.post<{ list: { list_id: number } }>('explore_lists', {
      title: 'Scelti da noi',
    });
    const { list_id } = list;
    await admin.put('explore_list', { list_id, title: 'Scelti' });
    await admin.put('explore_list_items', { list_id, items: String(things.show_id) });
    expect((await visitor.get<Page>('explore_list_items', { list_id })).items).toMatchObject([
      { show_id: things.show_id },
    ]);
    expect(await visitor.get('explore_list', { list_id })).toMatchObject({
      list: { title: 'Scelti' },
    });
    await admin.delete('explore_list', { list_id });
  });
});

describe('what this host has not set up, through the package', () => {
  it.each(['facebook', 'twitter', 'google', 'apple'])('says so of %s', async (provider) => {
    const connect = { provider, access_token: 'x' };
    expect((await failure(visitor.put('connect', connect))).reason).toBe('NOT_CONFIGURED');
    expect((await failure(visitor.post('provider_signup', connect))).status).toBe(501);
  });

  it.each([
    ['get', 'subscription', {}],
    ['post', 'subscription', { plan_id: 1 }],
    ['delete', 'subscription', {}],
    ['put', 'subscription_reactivate', {}],
    ['post', 'subscription_intents', { profile_id: 'a' }],
    ['put', 'subscription_intents_confirmed', { profile_id: 'a' }],
    ['post', 'card_intents', {}],
    ['put', 'card_attach', { token: 'x' }],
    ['get', 'purchase_invoice', { purchase_id: 1 }],
    ['get', 'transaction_invoice', { transaction_id: 1 }],
  ] as const)('says so of %s %s, to those who may ask', async (method, route, payload) => {
    expect((await failure(author[method](route, payload))).reason).toBe('NOT_CONFIGURED');
    expect((await failure(visitor[method](route, payload))).reason).toBe('NOT_SIGNED_IN');
  });

  it('says so of the radio directory and of plans', async () => {
    const { show_id, episode_id, owner } = things;
    expect((await failure(author.get('show_radio_status', { show_id }))).status).toBe(501);
    expect((await failure(author.put('episode_radio', { episode_id }))).status).toBe(501);
    const purchase = { user_id: owner.userId };
    expect((await failure(author.post('premium_purchase', purchase))).status).toBe(501);
  });
});

/** The stable names for clients, without the routes that receive a file. */
const NAMES: readonly (keyof typeof API_ROUTES)[] = [
  ...(['show', 'show_v1', 'show_episodes', 'show_episodes_v1', 'show_playlist'] as const),
  ...(['show_cover', 'show_radio_status', 'show_schedules', 'show_schedule'] as const),
  ...(['episode', 'episode_v1', 'messages', 'message', 'episode_radio'] as const),
  ...(['episode_waveform', 'episode_publish', 'process_links', 'like', 'search'] as const),
  ...([
    'user',
    'user_v1',
    'fans',
    'user_permalink',
    'flash_message',
    'user_flash_message',
  ] as const),
  ...(['premium_purchase', 'calendar_items', 'favorites', 'follow_user', 'follow_show'] as const),
  ...(['purchase_invoice', 'transaction_invoice', 'media_file', 'block', 'sso'] as const),
  ...(['explore_lists', 'explore_list_items', 'explore_category_items', 'tag_episodes'] as const),
  ...(['connect', 'provider_signup', 'subscription', 'subscription_reactivate'] as const),
  ...(['subscription_intents', 'subscription_intents_confirmed'] as const),
  ...(['card_intents', 'card_attach'] as const),
];

describe('the package', () => {
  it('has called every route by its name', () => {
    expect(NAMES.filter((name) => !called.has(name))).toEqual([]);
  });
});
