import { gunzipSync } from 'node:zlib';
import type { FeedToken } from 'earshot/contract';
import { parseRssFeed } from 'feedsmith';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { type Author, author } from '../../helpers/author.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ask: AskApi;
let ann: Author;
let bob: Author;
let show_id = 0;
let episodes: { open: number; secret: number };
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
  ann = author(test, await test.signIn());
  bob = author(test, await test.signIn());
  ({ show_id } = await ann.makeShow());
  episodes = { open: await publish('Open', 'public'), secret: await publish('Secret', 'private') };
  await publish('Hidden', 'unlisted');
  await ann.makeEpisode({ show_id, title: 'Draft' });
});

async function publish(title: string, visibility: string): Promise<number> {
  const { episode_id } = await ann.makeEpisode({ show_id, title });
  await ann.publish(episode_id, { visibility });
  return episode_id;
}

type NewToken = FeedToken & { feed_url: string };
const LIST = () => `/show/${show_id}/feed-tokens`;
async function subscribe(name = 'Cleo'): Promise<NewToken & { secret: string; path: string }> {
  const { status, response } = await ask<{ feed_token: NewToken }>(`POST ${LIST()}`, ann, { name });
  expect(status).toBe(201);
  const { pathname, search, searchParams } = new URL(response.feed_token.feed_url);
  const secret = searchParams.get('token') ?? '';
  return { ...response.feed_token, secret, path: pathname + search };
}
const revoke = (token_id: number) => ask(`DELETE ${LIST()}/${token_id}`, ann);
const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers });
async function enclosures(path: string): Promise<Record<string, string>> {
  const { items = [] } = parseRssFeed((await get(path)).body);
  return Object.fromEntries(
    items.map(({ title, enclosures: [file] = [] }) => {
      const { pathname, search } = new URL(file?.url ?? '');
      return [title, pathname + search];
    }),
  );
}

describe('the tokens of private feeds', () => {
  it('show their secret once, and are stored as a hash', async () => {
    const { secret, feed_url, token_id } = await subscribe('Dora');
    expect(feed_url).toBe(`http://site.test/show/${show_id}/episodes/feed?token=${secret}`);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { response } = await ask<{ items: FeedToken[] }>(`GET ${LIST()}`, ann);
    expect(response.items[0]).toEqual({
      token_id,
      name: 'Dora',
      created_at: expect.any(String),
      last_used_at: null,
    });
    const { rows } = await sql<{ row: string }>`
      select row_to_json(feed_tokens)::text as row from feed_tokens`.execute(test.database);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it('are listed newest first, page after page', async () => {
    for (const name of ['One', 'Two', 'Three']) await subscribe(name);
    type Page = { items: FeedToken[]; next_url: string | null };
    const { response: first } = await ask<Page>(`GET ${LIST()}?limit=2`, ann);
    expect(first.items.map(({ name }) => name)).toEqual(['Three', 'Two']);
    const { search } = new URL(first.next_url ?? '');
    const { response: second } = await ask<Page>(`GET ${LIST()}${search}`, ann);
    expect(second.items[0]?.name).toBe('One');
    const { response: paged } = await ask<{ pager: { results: FeedToken[] } }>(
      `GET ${LIST()}?page=1&limit=1`,
      ann,
    );
    expect(paged.pager.results.map(({ name }) => name)).toEqual(['Three']);
  });

  it.each([
    [{}, 'name: is required'],
    [{ name: ' \n ' }, 'name: must not be empty'],
    [{ name: '\u200b' }, 'name: must not be empty'],
    [{ name: 'x', token: 'mine' }, 'token: is not known'],
  ])('refuse %j', async (payload, message) => {
    const { status, messages } = await ask(`POST ${LIST()}`, ann, payload);
    expect([status, messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it('are for the editors of the show', async () => {
    const { token_id } = await subscribe();
    expect((await ask(`GET ${LIST()}`)).status).toBe(401);
    expect((await ask(`GET ${LIST()}`, bob)).status).toBe(403);
    expect((await ask(`POST ${LIST()}`, bob, { name: 'x' })).status).toBe(403);
    expect((await ask(`DELETE ${LIST()}/${token_id}`, bob)).status).toBe(403);
    const other = await bob.makeShow();
    const elsewhere = `/show/${other.show_id}/feed-tokens/${token_id}`;
    expect((await ask(`DELETE ${elsewhere}`, bob)).status).toBe(404);
  });
});

describe('a private feed', () => {
  it('has the public and the private episodes, and is for nobody else', async () => {
    const { path, secret } = await subscribe();
    const { headers, body, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    expect(headers.link).toBeUndefined();
    const { items, itunes, atom } = parseRssFeed(body);
    expect(items?.map(({ title }) => title).sort()).toEqual(['Open', 'Secret']);
    expect([itunes?.block, atom]).toEqual([true, undefined]);
    for (const url of Object.values(await enclosures(path))) {
      expect(url).toMatch(`token=${secret}`);
    }
  });

  it('leaves no trace in the public feed', async () => {
    const { path, secret } = await subscribe();
    await get(path);
    const feed = `/show/${show_id}/episodes/feed`;
    const { body } = await get(feed);
    expect(body).not.toContain('Secret');
    expect(body).not.toContain(secret);
    const { path: other } = await subscribe();
    expect((await get(other)).body).not.toContain(secret);
  });

  it('never names the key of a private episode, which would outlive the token', async () => {
    const { access_key } = await ann.read(episodes.secret);
    const chapters = [{ starts_at: 0, title: 'One' }];
    await ask(`PUT /episode/${episodes.secret}/chapters`, ann, { chapters });
    const { path } = await subscribe();
    expect((await get(path)).body).not.toContain(access_key);
  });

  it('answers 304 to the subscriber who has it, until it changes', async () => {
    const { path } = await subscribe();
    const { headers } = await get(path);
    const held = { 'if-none-match': String(headers.etag) };
    expect((await get(path, held)).statusCode).toBe(304);
    const { path: other } = await subscribe();
    expect((await get(other, held)).statusCode).toBe(200);
    const payload = { title: 'Secret' };
    await ann.must('episode', 'PUT', `/episode/${episodes.secret}`, { payload });
    expect((await get(path, held)).statusCode).toBe(200);
  });

  it('is sent in gzip as well, and its HEAD has no body', async () => {
    const { path } = await subscribe();
    const zipped = await get(path, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe((await get(path)).body);
    const head = await test.app.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('notes when it was read', async () => {
    const { path, token_id } = await subscribe();
    await get(path);
    const { response } = await ask<{ items: FeedToken[] }>(`GET ${LIST()}`, ann);
    const token = response.items.find((each) => each.token_id === token_id);
    expect(Date.now() - Date.parse(token?.last_used_at ?? '')).toBeLessThan(600_000);
  });

  it('stays with the subscribers of a show that has moved away', async () => {
    const show = await ann.makeShow();
    const url = `/show/${show.show_id}/feed-tokens`;
    const { response } = await ask<{ feed_token: NewToken }>(`POST ${url}`, ann, { name: 'x' });
    await test.database
      .updateTable('shows')
      .set({ new_feed_url: 'https://new.test/feed' })
      .where('show_id', '=', show.show_id)
      .execute();
    const { pathname, search } = new URL(response.feed_token.feed_url);
    const { statusCode, body } = await get(pathname + search);
    expect(statusCode).toBe(200);
    expect(body).not.toContain('new.test');
  });

  it.each(['', 'wrong', 'x'.repeat(43)])('does not open with the token "%s"', async (token) => {
    const { statusCode, body } = await get(`/show/${show_id}/episodes/feed?token=${token}`);
    expect(statusCode).toBe(401);
    expect(body).toContain('ask the author of the show for another address');
    expect((await get(`/media/downloads/${episodes.open}.mp3?token=${token}`)).statusCode).toBe(
      401,
    );
  });

  it('does not open with the token of another show', async () => {
    const { show_id: other } = await ann.makeShow();
    const { secret } = await subscribe();
    expect((await get(`/show/${other}/episodes/feed?token=${secret}`)).statusCode).toBe(401);
    const foreign = await ann.makeEpisode({ show_id: other });
    await ann.publish(foreign.episode_id, { visibility: 'private' });
    const { path } = await subscribe();
    const url = (await enclosures(path)).Secret ?? '';
    const elsewhere = url.replace(/\d+(?=\.\w+\?)/, String(foreign.episode_id));
    expect((await get(elsewhere)).statusCode).toBe(404);
  });

  it('goes with its show', async () => {
    const show = await ann.makeShow();
    const url = `/show/${show.show_id}/feed-tokens`;
    const { response } = await ask<{ feed_token: NewToken }>(`POST ${url}`, ann, { name: 'x' });
    await ann.call('DELETE', `/show/${show.show_id}`);
    const { pathname, search } = new URL(response.feed_token.feed_url);
    expect((await get(pathname + search)).statusCode).toBe(410);
  });
});

describe('the audio of a private feed', () => {
  it('opens for ranges, and no cache may keep it', async () => {
    const { path } = await subscribe();
    const url = (await enclosures(path)).Secret ?? '';
    const part = await get(url, { range: 'bytes=10-19' });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
    expect(part.headers['cache-control']).toBe('private, no-cache, no-transform');
    const whole = await get(url);
    expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length));
    const [public_url] = url.split('?');
    expect((await get(public_url ?? '')).statusCode).toBe(404);
  });

  it('opens nothing that the feed does not list', async () => {
    const { path } = await subscribe();
    const url = (await enclosures(path)).Secret ?? '';
    await ann.call('DELETE', `/episode/${episodes.secret}/publish`);
    expect((await get(url)).statusCode).toBe(404);
    await ann.publish(episodes.secret, { visibility: 'unlisted' });
    expect((await get(url)).statusCode).toBe(404);
    await ann.publish(episodes.secret, { visibility: 'private' });
    expect((await get(url)).statusCode).toBe(200);
  });

  it('opens no further range once the token is revoked, nor anything else', async () => {
    const { path, token_id } = await subscribe();
    const { Open: open = '', Secret: url = '' } = await enclosures(path);
    expect((await get(url, { range: 'bytes=0-9' })).statusCode).toBe(206);
    const [revoked, ...downloads] = await Promise.all([
      revoke(token_id),
      ...Array.from({ length: 10 }, () => get(url, { range: 'bytes=10-19' })),
    ]);
    expect(revoked.status).toBe(200);
    for (const { statusCode } of downloads) expect([206, 401]).toContain(statusCode);
    const { etag } = (await get((await subscribe()).path)).headers;
    for (const [address, headers] of [
      [url, { range: 'bytes=20-29' }],
      [open, {}],
      [path, {}],
      [path, { 'if-none-match': String(etag) }],
    ] as const) {
      expect((await get(address, headers)).statusCode).toBe(401);
    }
    expect((await revoke(token_id)).status).toBe(404);
  });
});

describe('the texts of a private feed', () => {
  /** The addresses of chapters and transcripts in the feed for an episode. */
  async function texts(path: string, title: string): Promise<string[]> {
    const { items = [] } = parseRssFeed((await get(path)).body);
    const { podcast } = items.find((item) => item.title === title) ?? {};
    const files = [podcast?.chapters?.url, ...(podcast?.transcripts ?? []).map(({ url }) => url)];
    return files.map((url) => {
      const { pathname, search } = new URL(url ?? '');
      return pathname + search;
    });
  }

  async function write(episodeId: number): Promise<void> {
    const chapters = [{ starts_at: 0, title: 'One' }];
    expect((await ask(`PUT /episode/${episodeId}/chapters`, ann, { chapters })).status).toBe(200);
    const transcript = await ann.call('PUT', `/episode/${episodeId}/transcript`, {
      payload: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHush',
      headers: { 'content-type': 'text/vtt' },
    });
    expect(transcript.status).toBe(200);
  }

  it('open for the subscriber, and no cache may keep them', async () => {
    await write(episodes.secret);
    const { path, secret } = await subscribe();
    const [chapters = '', ...transcripts] = await texts(path, 'Secret');
    expect((await get(chapters)).json().chapters).toMatchObject([{ title: 'One' }]);
    expect(transcripts.length).toBeGreaterThan(1);
    for (const address of [chapters, ...transcripts]) {
      expect(address).toMatch(`?token=${secret}`);
      const { statusCode, headers, body } = await get(address);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache']);
      expect(body).toMatch(/One|Hush/);
      const head = await test.app.inject({ method: 'HEAD', url: address });
      expect([head.statusCode, head.body]).toEqual([200, '']);
    }
  });

  it('open nothing without the token, and nothing once it is revoked', async () => {
    await write(episodes.secret);
    const { path, token_id } = await subscribe();
    const addresses = await texts(path, 'Secret');
    for (const address of addresses) {
      const [bare = ''] = address.split('?');
      expect((await get(bare)).statusCode).toBe(404);
      expect((await get(`${bare}?token=wrong`)).statusCode).toBe(401);
    }
    await revoke(token_id);
    for (const address of addresses) expect((await get(address)).statusCode).toBe(401);
  });

  it('open no episode that the feed does not list, nor one of another show', async () => {
    const { path } = await subscribe();
    await write(episodes.secret);
    const addresses = await texts(path, 'Secret');
    const other = await ann.makeEpisode();
    await ann.publish(other.episode_id, { visibility: 'private' });
    const { episode_id: draft } = await ann.makeEpisode({ show_id });
    for (const id of [other.episode_id, draft]) {
      await write(id);
      for (const address of addresses) {
        const elsewhere = address.replace(/episodes\/\d+/, `episodes/${id}`);
        expect((await get(elsewhere)).statusCode).toBe(404);
      }
    }
  });

  it('of a public episode have the addresses that everybody reads', async () => {
    await write(episodes.open);
    const { path } = await subscribe();
    for (const address of await texts(path, 'Open')) {
      expect(address).not.toContain('token');
      expect((await get(address)).statusCode).toBe(200);
    }
  });
});
