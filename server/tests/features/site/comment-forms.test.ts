import type { ItemList, Message } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let author: SignedIn;
let listener: SignedIn;
let episodeId: number;
beforeAll(async () => {
  test = await sharedApp();
});
beforeEach(async () => {
  [author, listener] = await Promise.all([test.signIn(), test.signIn()]);
  episodeId = await addEpisode(test.database, await addShow(test.database, author.userId));
});

/** Sends a form as a page of the site does. */
const post = (path: string, fields: Record<string, string>, who: SignedIn | null) =>
  test.app.inject({
    method: 'POST',
    url: `/episode/${episodeId}/comments${path}`,
    payload: String(new URLSearchParams(fields)),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://site.test',
      accept: 'text/html',
      ...(who ? { cookie: who.cookies.cookie } : {}),
    },
  });

async function comments(): Promise<Message[]> {
  const answer = await test.app.inject(`/api/v2/episodes/${episodeId}/messages`);
  return answer.json<{ response: ItemList<Message> }>().response.items;
}

describe('the form of a comment', () => {
  it('writes it, with its moment, and leads back to the comments', async () => {
    const answer = await post('', { text: 'Lovely <b>sound</b>', at: '0:40' }, listener);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^http:\/\/site\.test\/user\/.*#comments$/);
    expect(await comments()).toMatchObject([{ text: 'Lovely <b>sound</b>', at: 40 }]);
  });

  it('takes an empty moment for none', async () => {
    expect((await post('', { text: 'x', at: '' }, listener)).statusCode).toBe(303);
    expect(await comments()).toMatchObject([{ at: null }]);
  });

  it.each([
    { text: ' ', at: '' },
    { text: 'x', at: 'soon' },
    { text: 'x', at: '59:59' },
  ])('comes back with %j', async (fields) => {
    const answer = await post('', fields, listener);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(/^site:\/user\//);
    expect(await comments()).toEqual([]);
  });

  it('leads a visitor to the login, and back to the comments', async () => {
    const answer = await post('', { text: 'x' }, null);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^\/login\?redirect=%2Fuser%2F.*%23comments$/);
    expect(await comments()).toEqual([]);
  });

  it('does nothing on an episode that its author keeps from the writer', async () => {
    await test.app.inject({
      method: 'PUT',
      url: `/api/v2/users/${author.permalink}/blocks/${listener.permalink}`,
      headers: author.headers,
      payload: {},
    });
    expect((await post('', { text: 'x' }, listener)).statusCode).toBe(404);
    expect(await comments()).toEqual([]);
  });
});

describe('the form that removes a comment', () => {
  it('is for its writer and for the author of the episode', async () => {
    const stranger = await test.signIn();
    for (const [who, left] of [
      [stranger, 1],
      [null, 1],
      [listener, 0],
      [author, 0],
    ] as const) {
      await post('', { text: 'x' }, listener);
      const [comment] = await comments();
      await post(`/${comment?.message_id}/delete`, {}, who);
      expect(await comments()).toHaveLength(left);
      if (left > 0) await post(`/${comment?.message_id}/delete`, {}, author);
    }
  });

  it('leads back if the comment is gone already', async () => {
    expect((await post('/999999/delete', {}, listener)).statusCode).toBe(303);
  });
});
