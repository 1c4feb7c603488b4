import type { Episode, ItemList, Message, Pager } from 'earshot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anonymiseMessages } from '../../../src/features/messages/messages.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

type List = ItemList<Message> & { pager: Pager<Message> };
type Answer = { message: Message };

let test: TestApp;
let ask: AskApi;
let author: SignedIn;
let editor: SignedIn;
let listener: SignedIn;
let showId: number;
let episodeId: number;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
});
beforeEach(async () => {
  [author, editor, listener] = await Promise.all([test.signIn(), test.signIn(), test.signIn()]);
  showId = await addShow(test.database, author.userId);
  episodeId = await addEpisode(test.database, showId);
  await test.database
    .insertInto('show_members')
    .values({ show_id: showId, user_id: editor.userId, role: 'editor' })
    .execute();
});
afterAll(() => test?.close());

const at = (id = episodeId) => `/v2/episodes/${id}/messages` as const;
async function write(text: string, who: SignedIn = listener): Promise<Message> {
  const { status, response } = await ask<Answer>(`POST ${at()}`, who, { text });
  expect(status).toBe(201);
  return response.message;
}
async function textsFor(viewer: SignedIn | null, query = ''): Promise<string[]> {
  const { response } = await ask<List>(`GET ${at()}${query}`, viewer);
  return response.items.map(({ text }) => text);
}
async function unreadOf(viewer: SignedIn | null): Promise<number | undefined> {
  const { response } = await ask<{ episode: Episode }>(`GET /v2/episodes/${episodeId}`, viewer);
  return response.episode.count_unread_msg;
}
const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('a message', () => {
  it('is written by a member and read by everybody', async () => {
    const answer = await ask<Answer>(`POST ${at()}`, listener, {
      text: ' Hello \n\n\n\n you ',
      at: 12.5,
    });
    expect(answer.status).toBe(201);
    const { message } = answer.response;
    expect(message).toEqual({
      message_id: expect.any(Number),
      episode_id: episodeId,
      user: expect.objectContaining({ user_id: listener.userId, permalink: listener.permalink }),
      text: 'Hello\n\n you',
      at: 12.5,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { response } = await ask<List>(`GET ${at()}`);
    expect(response.items).toEqual([message]);
    expect(response.pager.results).toEqual([message]);
  });

  it('is written also if nobody can be told of it', async () => {
    const publish = vi.spyOn(test.deps.push, 'publish').mockImplementation(() => {
      throw new Error('lost');
    });
    await write('Hello');
    publish.mockRestore();
    expect(await textsFor(null)).toEqual(['Hello']);
  });

  it('may be sent as a form', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api${at()}`,
      headers: { ...listener.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'text=one%0D%0Atwo&at=7&culture=en',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().response.message).toMatchObject({ text: 'one\ntwo', at: 7 });
  });

  it('needs a member', async () => {
    expect((await ask(`POST ${at()}`, null, { text: 'x' })).status).toBe(401);
  });

  it.each([
    ['', 'text: must not be empty'],
    [' \t\n\u3000', 'text: must not be empty'],
    ['\u200b\u2060\u3164\ufeff', 'text: must not be empty'],
    ['\u0007\u0085\u202e', 'text: must not be empty'],
    ['x'.repeat(2001), 'text: must be at most 2000 characters'],
    ['x'.repeat(100_000), 'text: must be at most 2000 characters'],
    [7, 'text: must be text'],
    [null, 'text: must be text'],
    ['a\u0000b', 'text: has a character that no text may have'],
  ])('with the text %j is refused', async (text, words) => {
    const { status, messages } = await ask(`POST ${at()}`, listener, { text });
    expect([status, messages]).toEqual([400, [words]]);
  });

  it('of a long row of spaces takes no time', async () => {
    const text = `a${' '.repeat(200_000)}b`;
    expect((await ask(`POST ${at()}`, listener, { text })).status).toBe(400);
    expect((await write(`a${' '.repeat(200_000)}\nb`)).text).toBe('a\nb');
  });

  it.each([
    ['x'.repeat(2000), 'x'.repeat(2000)],
    ['👋'.repeat(2000), '👋'.repeat(2000)],
    ['a\u0007b\u202ec\r\nd', 'abc\nd'],
    ['<b>"&amp;</b>', '<b>"&amp;</b>'],
    ["'; drop table messages; --", "'; drop table messages; --"],
    ['👨‍👩‍👧 שלום', '👨‍👩‍👧 שלום'],
  ])('keeps the text %j', async (text, kept) => {
    expect((await write(text)).text).toBe(kept);
  });

  it.each([
    [{ at: -1 }, /^at: must be/],
    [{ at: 60.5 }, /^at: must be at most 60, because the episode ends there$/],
    [{ at: 1e300 }, /^at: must be/],
    [{ at: 'soon' }, /^at: must be/],
    [{ user_id: 1 }, /^user_id: is not known/],
  ])('with %j is refused', async (fields, words) => {
    const { status, messages } = await ask(`POST ${at()}`, listener, { text: 'x', ...fields });
    expect([status, messages]).toEqual([400, [expect.stringMatching(words)]]);
  });

  it('takes the times 0 and the end, and any time if the length is not known', async () => {
    for (const second of [0, 60]) {
      expect((await ask(`POST ${at()}`, listener, { text: 'x', at: second })).status).toBe(201);
    }
    const live = await addEpisode(test.database, showId, {
      type: 'LIVE',
      state: 'live',
      claimed_duration: 0,
    });
    expect((await ask(`POST ${at(live)}`, listener, { text: 'x', at: 9000 })).status).toBe(201);
  });

  it('is refused if the author allows none', async () => {
    const id = await addEpisode(test.database, showId, { allow_messages: false });
    const answer = await ask(`POST ${at(id)}`, listener, { text: 'x' });
    expect([answer.status, answer.messages]).toEqual([403, ['This episode takes no messages.']]);
  });

  it('has no time if the author allows none', async () => {
    const id = await addEpisode(test.database, showId, { allow_timed_messages: false });
    const timed = await ask(`POST ${at(id)}`, listener, { text: 'x', at: 1 });
    expect([timed.status, timed.messages]).toEqual([
      400,
      ['at: this episode takes messages only without a time; leave it out'],
    ]);
    expect((await ask(`POST ${at(id)}`, listener, { text: 'x', at: null })).status).toBe(201);
  });

  it.each([
    ['draft', { state: 'draft', published_at: null }],
    ['deleted', { deleted_at: new Date() }],
    ['private', { state: 'private', access_key: 'k' }],
  ] as const)('is neither read nor written at a %s episode', async (_, values) => {
    const id = await addEpisode(test.database, showId, values);
    expect((await ask(`POST ${at(id)}`, listener, { text: 'x' })).status).toBe(404);
    expect((await ask(`GET ${at(id)}`, listener)).status).toBe(404);
  });

  it('of a private episode needs its key', async () => {
    const id = await addEpisode(test.database, showId, { state: 'private', access_key: 'k' });
    expect((await ask(`POST ${at(id)}`, listener, { text: 'x', key: 'k' })).status).toBe(201);
    expect((await ask(`POST ${at(id)}`, listener, { text: 'y', key: 'k' })).status).toBe(201);
    expect((await ask(`POST ${at(id)}?key=k`, listener, { text: 'z' })).status).toBe(201);
    expect((await ask(`POST ${at(id)}?key=no`, listener, { text: 'z' })).status).toBe(404);
    const { response } = await ask<List>(`GET ${at(id)}?key=k&limit=1`);
    expect(response.items).toHaveLength(1);
    const next = new URL(response.next_url ?? '');
    const rest = await ask<List>(`GET ${next.pathname.replace('/api', '')}${next.search}`);
    expect(rest.response.items).toHaveLength(1);
  });

  it.each(['author', 'listener'] as const)(
    'is refused after the %s has blocked the other',
    async (who) => {
      const [blocker, blocked] = who === 'author' ? [author, listener] : [listener, author];
      await ask(`PUT /v2/users/${blocker.userId}/blocks/${blocked.userId}`, blocker);
      expect((await ask(`POST ${at()}`, listener, { text: 'x' })).status).toBe(404);
    },
  );

  it('is refused after too many in a minute', async () => {
    const limited = await openTestApp({ RATE_LIMITS: 'on' });
    const who = await limited.signIn();
    const episode = await addEpisode(limited.database, await addShow(limited.database, who.userId));
    const send = () => askApi(limited)(`POST ${at(episode)}`, who, { text: 'x' });
    const answers = await times(31, send);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    await limited.close();
  });

  it('is refused to a blocked administrator as well', async () => {
    const admin = await test.signIn({ admin: true });
    await ask(`PUT /v2/users/${author.userId}/blocks/${admin.userId}`, author);
    expect((await ask(`POST ${at()}`, admin, { text: 'x' })).status).toBe(404);
  });
});

describe('the list of messages', () => {
  it('has the newest first, with pages and cursors that stay right', async () => {
    for (let number = 1; number <= 12; number++) await write(`${number}`);
    const { response } = await ask<List>(`GET ${at()}`);
    const newest = ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'];
    expect(response.items.map(({ text }) => text)).toEqual(newest);
    expect(response.pager).toMatchObject({ current_page: 1, first_page: 1, last_page: 2 });
    await write('13');
    await ask(`DELETE ${at()}/${response.items.at(-1)?.message_id}`, listener);
    expect(await textsFor(null, new URL(response.next_url ?? '').search)).toEqual(['2', '1']);
    const second = await ask<List>(`GET ${at()}?page=2`);
    expect(second.response.pager.results.map(({ text }) => text)).toEqual(['2', '1']);
  });

  it('hides the two sides of a block from each other', async () => {
    const other = await test.signIn();
    await write('mine');
    await write('his', other);
    await ask(`PUT /v2/users/${listener.userId}/blocks/${other.userId}`, listener);
    expect(await textsFor(listener)).toEqual(['mine']);
    expect(await textsFor(other)).toEqual(['his']);
    expect(await textsFor(author)).toEqual(['his', 'mine']);
    const { response } = await ask<List>(`GET ${at()}?page=1&limit=1`, other);
    expect(response.pager.last_page).toBe(1);
  });

  it('takes 50 messages at once', async () => {
    await times(50, (number) => write(`${number}`));
    expect(new Set(await textsFor(null, '?limit=100')).size).toBe(50);
  });
});

describe('DELETE of a message', () => {
  it.each([
    ['the writer', () => listener, 200],
    ['the owner of the show', () => author, 200],
    ['an editor of the show', () => editor, 200],
    ['an administrator', () => test.signIn({ admin: true }), 200],
    ['another member', () => test.signIn(), 403],
    ['nobody', () => null, 401],
  ])('by %s', async (_, who, status) => {
    const { message_id } = await write('x');
    expect((await ask(`DELETE ${at()}/${message_id}`, await who())).status).toBe(status);
    expect(await textsFor(null)).toEqual(status === 200 ? [] : ['x']);
  });

  it('needs the episode of the message', async () => {
    const { message_id } = await write('x');
    const other = await addEpisode(test.database, showId);
    expect((await ask(`DELETE ${at(other)}/${message_id}`, listener)).status).toBe(404);
    expect(await textsFor(null)).toEqual(['x']);
  });

  it.each(['0', '2147483647', '%00', 'x'])('of %s is refused', async (id) => {
    expect([400, 404]).toContain((await ask(`DELETE ${at()}/${id}`, listener)).status);
  });

  it('is known of by nobody whom a block keeps from the writer', async () => {
    const other = await test.signIn();
    const { message_id } = await write('x');
    await ask(`PUT /v2/users/${listener.userId}/blocks/${other.userId}`, listener);
    expect((await ask(`DELETE ${at()}/${message_id}`, other)).status).toBe(404);
  });

  it('works once of 50 times at once', async () => {
    const { message_id } = await write('x');
    const answers = await times(50, () => ask(`DELETE ${at()}/${message_id}`, listener));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
  });
});

describe('count_unread_msg', () => {
  it('counts for the authors of the episode, each on his own, what others have written', async () => {
    await write('one');
    await write('two', editor);
    expect([await unreadOf(author), await unreadOf(editor)]).toEqual([2, 1]);
    const admin = await test.signIn({ admin: true });
    for (const viewer of [null, listener, admin]) expect(await unreadOf(viewer)).toBeUndefined();
    await textsFor(author);
    expect([await unreadOf(author), await unreadOf(editor)]).toEqual([0, 1]);
  });

  it('is also in the answers for players', async () => {
    await write('one');
    const { response } = await ask<{ episode: Episode }>(
      `GET /v2/episodes/${episodeId}?export=episode_segments`,
      author,
    );
    expect(response.episode.count_unread_msg).toBe(1);
  });

  it('does not change if the author only peeks', async () => {
    await write('one');
    expect(await textsFor(author, '?peek=true')).toEqual(['one']);
    expect(await unreadOf(author)).toBe(1);
    await textsFor(author);
    expect(await unreadOf(author)).toBe(0);
  });

  it('counts only messages that were in an answer as read', async () => {
    for (let number = 0; number < 12; number++) await write(`${number}`);
    const { response } = await ask<List>(`GET ${at()}`, author);
    expect(await unreadOf(author)).toBe(2);
    await textsFor(listener);
    expect(await unreadOf(author)).toBe(2);
    await textsFor(author, new URL(response.next_url ?? '').search);
    expect(await unreadOf(author)).toBe(0);
    await write('late');
    await ask(`GET ${at()}?page=1`, author);
    expect(await unreadOf(author)).toBe(0);
  });

  it('stays right while messages are written, read and deleted at once', async () => {
    const seen = new Set<number>();
    const gone = new Set<number>();
    const deleteNewest = async () => {
      const { response } = await ask<List>(`GET ${at()}?limit=1`);
      const id = response.items[0]?.message_id;
      if (id === undefined) return;
      const { status } = await ask(`DELETE ${at()}/${id}`, author);
      if (status === 200) gone.add(id);
    };
    await times(60, async (index) => {
      if (index % 3 === 0) return deleteNewest();
      if (index % 3 === 1) return write(`${index}`);
      const { response } = await ask<List>(`GET ${at()}?limit=100`, author);
      for (const { message_id } of response.items) seen.add(message_id);
    });
    const { response } = await ask<List>(`GET ${at()}?limit=100`);
    const left = response.items.map(({ message_id }) => message_id);
    expect(left.filter((id) => gone.has(id))).toEqual([]);
    expect(await unreadOf(author)).toBe(left.filter((id) => !seen.has(id)).length);
  });

  it('leaves out messages of users whom the author has blocked', async () => {
    await write('x');
    await ask(`PUT /v2/users/${author.userId}/blocks/${listener.userId}`, author);
    expect(await unreadOf(author)).toBe(0);
  });
});

describe('anonymiseMessages', () => {
  it('takes the name of one user off his messages', async () => {
    const other = await test.signIn();
    await write('mine');
    await write('his', other);
    await anonymiseMessages({ transaction: test.database, userId: listener.userId });
    const { response } = await ask<List>(`GET ${at()}`);
    expect(response.items.map(({ text, user }) => [text, user?.user_id])).toEqual([
      ['his', other.userId],
      ['mine', undefined],
    ]);
    expect(response.items[1]?.user).toBeNull();
  });

  it('keeps messages of a user whose row is gone', async () => {
    await write('mine');
    await test.database.deleteFrom('users').where('user_id', '=', listener.userId).execute();
    const { response } = await ask<List>(`GET ${at()}`);
    expect(response.items).toMatchObject([{ text: 'mine', user: null }]);
  });

  it('is not needed to hide a user who is marked as deleted', async () => {
    await write('mine');
    await test.database
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('user_id', '=', listener.userId)
      .execute();
    const { response } = await ask<List>(`GET ${at()}`);
    expect(response.items).toMatchObject([{ text: 'mine', user: null }]);
  });
});
