import type { InboxEntry, ItemList, Message } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let ask: AskApi;
let author: SignedIn;
let listener: SignedIn;
let showId: number;
let first: number;
let second: number;
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
});
beforeEach(async () => {
  [author, listener] = await Promise.all([test.signIn(), test.signIn()]);
  showId = await addShow(test.database, author.userId);
  [first, second] = [
    await addEpisode(test.database, showId),
    await addEpisode(test.database, showId),
  ];
});

const write = (id: number, text: string, who: SignedIn = listener) =>
  ask(`POST /v2/episodes/${id}/messages`, who, { text });
const read = (id: number, who: SignedIn = author) =>
  ask<ItemList<Message>>(`GET /v2/episodes/${id}/messages`, who);
async function inbox(query = '', who: SignedIn = author) {
  const { response } = await ask<ItemList<InboxEntry>>(`GET /v2/me/inbox${query}`, who);
  return response.items.map(({ episode, unread, total, last_message }) => [
    episode.episode_id,
    unread,
    total,
    last_message.text,
  ]);
}
async function count(who: SignedIn = author): Promise<number> {
  const { response } = await ask<{ unread: number }>('GET /v2/me/inbox/count', who);
  return response.unread;
}

describe('the inbox of an author', () => {
  it('lists the episodes with messages, the one with the newest first', async () => {
    await write(first, 'one');
    await write(second, 'two');
    await write(first, 'three');
    expect(await inbox()).toEqual([
      [first, 2, 2, 'three'],
      [second, 1, 1, 'two'],
    ]);
    expect(await count()).toBe(3);
  });

  it('counts a message as read once its author has got it', async () => {
    await write(first, 'one');
    await write(second, 'two');
    const { response } = await read(first);
    expect(response.items.map(({ is_unread }) => is_unread)).toEqual([true]);
    expect((await read(first)).response.items.map(({ is_unread }) => is_unread)).toEqual([false]);
    expect(await count()).toBe(1);
    expect(await inbox('?unread=true')).toEqual([[second, 1, 1, 'two']]);
    expect(await inbox()).toHaveLength(2);
  });

  it('is empty for others, also for administrators, and says nothing of reading to listeners', async () => {
    await write(first, 'one');
    const admin = await test.signIn({ admin: true });
    for (const who of [listener, admin]) {
      expect([await inbox('', who), await count(who)]).toEqual([[], 0]);
    }
    expect((await read(first, listener)).response.items[0]?.is_unread).toBeUndefined();
    expect((await ask('GET /v2/me/inbox')).status).toBe(401);
    expect((await ask('GET /v2/me/inbox/count')).status).toBe(401);
  });

  it('does not count what the author himself has written, or users whom he has blocked', async () => {
    await write(first, 'mine', author);
    await write(first, 'theirs');
    await ask(`PUT /v2/users/${author.permalink}/blocks/${listener.permalink}`, author);
    expect([await inbox(), await count()]).toEqual([[[first, 0, 1, 'mine']], 0]);
  });

  it('leaves out deleted episodes', async () => {
    await write(first, 'one');
    await ask(`DELETE /episode/${first}`, author);
    expect([await inbox(), await count()]).toEqual([[], 0]);
  });

  it('has pages', async () => {
    await write(first, 'one');
    await write(second, 'two');
    const { response } = await ask<ItemList<InboxEntry>>(
      'GET /v2/me/inbox?limit=1&unread=true',
      author,
    );
    expect(response.items[0]?.episode.episode_id).toBe(second);
    const { pathname, search } = new URL(response.next_url ?? '');
    const next = await ask<ItemList<InboxEntry>>(
      `GET ${pathname.replace(/^\/api/, '')}${search}`,
      author,
    );
    expect(next.response.items[0]?.episode.episode_id).toBe(first);
    expect(next.response.next_url).toBeNull();
  });
});
