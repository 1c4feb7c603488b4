import type { ItemList, Message } from 'earshot/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let author: SignedIn;
let episodeId: number;
beforeAll(async () => {
  test = await sharedApp();
});
beforeEach(async () => {
  author = await test.signIn();
  episodeId = await addEpisode(test.database, await addShow(test.database, author.userId));
});

const page = () => `/dashboard/episodes/${episodeId}/messages`;
const send = (
  fields: Record<string, string>,
  who: SignedIn | null = author,
  accept = 'text/html',
) =>
  test.app.inject({
    method: 'POST',
    url: page(),
    headers: {
      ...who?.cookies,
      accept,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: String(new URLSearchParams(fields)),
  });
async function messages(): Promise<Message[]> {
  const url = `GET /v2/episodes/${episodeId}/messages` as const;
  return (await askApi(test)<ItemList<Message>>(url)).response.items;
}

describe('a button of a page for members', () => {
  it('does what it says, and shows the page again', async () => {
    const answer = await send({ do: 'answer', _to: '7', at: '', text: 'Thank you' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page()]);
    const [message] = await messages();
    expect(message).toMatchObject({ text: 'Thank you', at: null });
    await send({ do: 'remove', message_id: String(message?.message_id) });
    expect(await messages()).toEqual([]);
  });

  it('answers a script as the API does', async () => {
    const done = await send({ do: 'answer', text: 'Yes' }, author, 'application/json');
    expect([done.statusCode, done.json().response.message.text]).toEqual([201, 'Yes']);
    const refused = await send({ do: 'answer', text: ' ' }, author, 'application/json');
    expect(refused.json().error.messages).toEqual(['text: must not be empty']);
  });

  it('shows the page again if the API refuses', async () => {
    const answer = await send({ do: 'answer', text: '\u200b' });
    expect([answer.statusCode, answer.body]).toEqual([400, `site:${page()}`]);
  });

  it('does nothing for visitors, strangers, other sites and unknown actions', async () => {
    await send({ do: 'answer', text: 'x' });
    const [message] = await messages();
    const remove = { do: 'remove', message_id: String(message?.message_id) };
    expect((await send(remove, null)).statusCode).toBe(401);
    expect((await send(remove, await test.signIn())).statusCode).toBe(403);
    const elsewhere = { ...author, cookies: { ...author.cookies, origin: 'https://evil.example' } };
    expect((await send(remove, elsewhere)).statusCode).toBe(403);
    expect((await send({ do: 'remove', message_id: '../../me' })).statusCode).toBe(404);
    expect((await send({ do: 'constructor', text: 'x' })).statusCode).toBe(404);
    expect(await messages()).toHaveLength(1);
  });
});
