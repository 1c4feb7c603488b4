import { createHash } from 'node:crypto';
import type { Episode, Sso } from 'earshot/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAudio } from '../../../src/features/media/media.ts';
import { siteData } from '../../../src/features/site/site.ts';
import { ANONYMOUS } from '../../../src/platform/http/actor.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: Author;
let bob: Author;
let episode: Episode;
let bytes: Buffer;
let extension = '';
beforeAll(async () => {
  test = await openTestApp();
  ann = author(test, await test.signIn());
  bob = author(test, await test.signIn());
  episode = await ann.makeEpisode();
  const open = await ann.publish(episode.episode_id);
  bytes = (await get(open.http_url)).rawPayload;
  extension = open.http_url.split('.').at(-1) ?? '';
});
afterAll(() => test?.close());

const pathOf = (url: string | null) => (url ?? '').replace('http://site.test', '');
const get = (url: string | null, options: InjectOptions = {}) =>
  test.app.inject({ url: pathOf(url), ...options });
const ask = (who: Author, url = '/v2/auth/sso?grant_type=playback', options = {}) =>
  who.call('POST', url, options);

async function tokenOf(who: Author): Promise<string> {
  const { response } = await ask(who);
  return (response as unknown as { sso: Sso }).sso.token;
}

/** The address that the player asks: see `playbackUrl` of the engine. */
const onDemand = ({ playback_url }: Pick<Episode, 'playback_url'>, token: string) =>
  `${playback_url?.replace(/play\.mp3$/, 'ondemand.mp3')}?token=${encodeURIComponent(token)}`;
const audioAddress = () =>
  `/media/audio/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;

describe('POST /v2/auth/sso', () => {
  it('gives a token for three hours, which opens nothing else', async () => {
    const { status, response, answer } = await ask(ann);
    expect(status).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token, expires_at } = (response as unknown as { sso: Sso }).sso;
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(2 * 3_600_000);
    const headers = { authorization: `Bearer ${token}` };
    expect((await get('/api/v2/me', { headers })).statusCode).toBe(401);
  });

  it.each([
    ['/v2/auth/sso', {}],
    ['/v2/auth/sso?grant_type=password', {}],
    ['/v2/auth/sso', { payload: { grant_type: 'x' } }],
  ])('refuses %s with %j', async (url, options) => {
    const { status, messages } = await ask(ann, url, options);
    expect([status, messages]).toEqual([400, 'grant_type: must be playback']);
  });

  it('takes the grant type in the body as well', async () => {
    const json = await ask(ann, '/v2/auth/sso', { payload: { grant_type: 'playback' } });
    const both = await ask(ann, undefined, { payload: {} });
    expect([json.status, both.status]).toEqual([201, 201]);
  });

  it('needs a member', async () => {
    const url = '/api/v2/auth/sso?grant_type=playback';
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(401);
  });
});

describe('a private episode', () => {
  let hidden: Episode;
  beforeAll(async () => {
    hidden = await ann.publish(episode.episode_id, { visibility: 'private' });
  });

  it('is read with its key only', async () => {
    const url = `/api/v2/episodes/${hidden.episode_id}`;
    for (const key of ['', '?key=', '?key=wrong', `?key=${hidden.access_key}x`]) {
      expect((await get(url + key)).statusCode).toBe(404);
    }
    expect((await bob.call('GET', `/episode/${hidden.episode_id}`)).status).toBe(404);
    const read = await get(`${url}?key=${hidden.access_key}&export=episode_segments`);
    expect(read.statusCode).toBe(200);
    const seen: Episode = read.json().response.episode;
    expect(seen).not.toHaveProperty('access_key');
    expect(seen.playback_url).toMatch(/\/play\.mp3$/);
    expect(seen.segments?.[0]?.http_url).toBe(seen.http_url);
    expect(seen.download_url).toBeNull();
    expect((await get(seen.api_url)).statusCode).toBe(200);
  });

  it('is in no list, playlist, and oEmbed tells only those who have the key', async () => {
    const list = await get(`/api/show/${hidden.show_id}/episodes`);
    expect(list.json().response.items).toEqual([]);
    const playlist = await get(`/api/show/${hidden.show_id}/episodes/playlist`);
    expect(playlist.json().response.playlist.items).toEqual([]);
    const [page = ''] = hidden.site_url.split('?');
    const oembed = (url: string) => get(`/oembed?url=${encodeURIComponent(url)}`);
    expect((await oembed(page)).statusCode).toBe(404);
    expect((await oembed(hidden.site_url)).statusCode).toBe(401);
  });

  it('is on its page and in its player with the key', async () => {
    const player = `/player?episode_id=${hidden.episode_id}`;
    expect((await get(player)).statusCode).toBe(404);
    const opened = await get(`${player}&key=${hidden.access_key}`);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers['cache-control']).toBe('private, no-cache');
    const data = siteData(test.deps);
    const { user_permalink: user, permalink } = hidden;
    expect(await data.getEpisode(user, permalink, null)).toBeNull();
    const found = await data.getEpisode(user, permalink, hidden.access_key ?? null);
    expect(found?.episode_id).toBe(hidden.episode_id);
  });

  it('plays for those who have the key, and its http_url alone opens nothing', async () => {
    expect((await get(hidden.http_url)).statusCode).toBe(401);
    const played = await get(hidden.playback_url);
    expect(played.statusCode).toBe(200);
    expect(played.rawPayload.equals(bytes)).toBe(true);
    expect(played.headers['cache-control']).toContain('private');
    const bare = pathOf(hidden.playback_url).replace(/-[\w-]+\/play/, '/play');
    expect((await get(bare)).statusCode).toBe(404);
    expect((await get(`${bare}?key=${hidden.access_key}`)).statusCode).toBe(200);
  });

  it('answers ranges as other audio does', async () => {
    const url = onDemand(hidden, await tokenOf(bob));
    const part = await get(url, { headers: { range: 'bytes=10-19' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(bytes.subarray(10, 20));
    expect(part.headers['content-range']).toBe(`bytes 10-19/${bytes.length}`);
    const beyond = { range: `bytes=${bytes.length}-` };
    expect((await get(url, { headers: beyond })).statusCode).toBe(416);
    const head = await test.app.inject({ method: 'HEAD', url: pathOf(url) });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(bytes.length)]);
    const etag = String(part.headers.etag);
    expect((await get(url, { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  });

  it('checks the token at every request', async () => {
    const token = await tokenOf(bob);
    const url = onDemand(hidden, token);
    expect((await get(url)).statusCode).toBe(200);
    expect((await get(url.replace(/\?.*/, ''))).statusCode).toBe(401);
    expect((await get(onDemand(hidden, 'made-up'))).statusCode).toBe(403);
    expect((await get(onDemand(hidden, bob.token))).statusCode).toBe(403);
    await test.database
      .updateTable('access_tokens')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', bob.userId)
      .where('kind', '=', 'playback')
      .execute();
    const range = { headers: { range: 'bytes=0-1' } };
    expect((await get(url, range)).statusCode).toBe(403);
    await test.deps.jobs.add(test.database, 'delete_playback_tokens', {});
    await test.runJobs();
    expect((await get(url, range)).statusCode).toBe(403);
  });

  it('is closed to a listener who has a token, but not the key', async () => {
    const without = { playback_url: hidden.http_url.replace('ondemand', 'play') };
    expect((await get(onDemand(without, await tokenOf(bob)))).statusCode).toBe(403);
    expect((await get(onDemand(without, await tokenOf(ann)))).statusCode).toBe(200);
    const absent = { playback_url: '/media/episodes/999999/play.mp3' };
    expect((await get(onDemand(absent, await tokenOf(bob)))).statusCode).toBe(403);
  });

  it.each(['0', 'x', '1-', '1-../../x', `${'9'.repeat(30)}`, "1-'or'1'='1"])(
    'refuses the malformed name %s',
    async (name) => {
      const url = `/media/episodes/${encodeURIComponent(name)}/play.mp3`;
      expect([400, 404]).toContain((await get(url)).statusCode);
    },
  );

  it('closes the address of its bytes, until another episode with them is open', async () => {
    // The samples have the same bytes: they are open, and so is the address.
    expect((await get(audioAddress())).statusCode).toBe(200);
    await test.database
      .updateTable('episodes')
      .set({ state: 'unlisted' })
      .where('state', '=', 'published')
      .execute();
    expect((await get(audioAddress())).statusCode).toBe(200);
    const others = test.database
      .updateTable('episodes')
      .where('episode_id', '!=', hidden.episode_id)
      .where('state', '=', 'unlisted');
    await others.set({ requires_token: true }).execute();
    expect((await get(audioAddress())).statusCode).toBe(404);
    const own = await get(audioAddress(), { headers: ann.headers });
    expect(own.statusCode).toBe(200);
    expect(own.headers['cache-control']).toContain('private');
    expect((await get(audioAddress(), { headers: bob.headers })).statusCode).toBe(404);
    await others.set({ requires_token: false }).execute();
    expect((await get(audioAddress())).statusCode).toBe(200);
  });

  it('loses its key when it becomes public', async () => {
    const old = hidden.playback_url;
    await ann.publish(hidden.episode_id, { visibility: 'public' });
    const again = await ann.publish(hidden.episode_id, { visibility: 'private' });
    expect((await get(old)).statusCode).toBe(404);
    expect((await get(again.playback_url)).statusCode).toBe(200);
  });
});

describe('an episode that needs a token', () => {
  it('plays for every signed-in listener, and for nobody else', async () => {
    const { episode_id } = await ann.makeEpisode({ requires_token: true });
    const bound = await ann.publish(episode_id);
    expect(bound.playback_url).toMatch(/\/play\.mp3$/);
    expect((await get(bound.playback_url)).statusCode).toBe(401);
    expect((await get(bound.http_url)).statusCode).toBe(401);
    expect((await get(onDemand(bound, await tokenOf(bob)))).statusCode).toBe(200);
    expect(bound.download_url).toBeNull();
    expect((await get(`/media/downloads/${episode_id}.${extension}`)).statusCode).toBe(404);
  });
});

describe('a draft', () => {
  it('plays for its authors', async () => {
    const draft = await ann.makeEpisode();
    expect((await get(draft.playback_url)).statusCode).toBe(404);
    const { cookies, headers } = ann;
    expect((await get(draft.playback_url, { headers })).statusCode).toBe(200);
    expect((await get(draft.playback_url, { headers: cookies })).statusCode).toBe(200);
    expect((await get(onDemand(draft, await tokenOf(ann)))).statusCode).toBe(200);
    expect((await get(onDemand(draft, await tokenOf(bob)))).statusCode).toBe(403);
  });
});

/** A row for a file of its own, and an upload of it. */
async function addAudio(sha256: string): Promise<number> {
  const facts = { kind: 'audio', mime_type: 'audio/mpeg', extension: 'mp3' } as const;
  const { media_id } = await test.database
    .insertInto('media')
    .values({ sha256, ...facts, file_size: 1, duration: 1 })
    .returning('media_id')
    .executeTakeFirstOrThrow();
  return addUpload(test.database, ann.userId, { media_id });
}

describe('an upload that no episode uses', () => {
  it('is open at the address of its bytes', async () => {
    const sha256 = 'a'.repeat(64);
    const upload = await addAudio(sha256);
    expect(await findAudio(test.deps, sha256, ANONYMOUS)).toMatchObject({ isOpen: true });
    await ann.makeEpisode({ media_id: upload });
    expect(await findAudio(test.deps, sha256, ANONYMOUS)).toBeNull();
    const owner = { userId: ann.userId, isAdmin: false };
    expect(await findAudio(test.deps, sha256, owner)).toMatchObject({ isOpen: false });
  });
});

describe('the audio of a published episode', () => {
  it.each([
    ['needs a token', { requires_token: true }],
    ['is deleted', { deleted_at: new Date() }],
  ])('is closed with the next range once the episode %s', async (name, change) => {
    const sha256 = createHash('sha256').update(name).digest('hex');
    const { episode_id } = await ann.makeEpisode({ media_id: await addAudio(sha256) });
    await ann.publish(episode_id);
    const hear = async () => {
      await test.deps.answers.settle();
      return findAudio(test.deps, sha256, ANONYMOUS);
    };
    for (let count = 0; count < 3; count++) expect(await hear()).toMatchObject({ isOpen: true });
    const set = (values: object) =>
      test.database
        .updateTable('episodes')
        .set(values)
        .where('episode_id', '=', episode_id)
        .execute();
    await set(change);
    expect(await hear()).toBeNull();
    const owner = { userId: ann.userId, isAdmin: false };
    expect(await findAudio(test.deps, sha256, owner)).toMatchObject({ isOpen: false });
    await set({ requires_token: false, deleted_at: null });
    expect(await hear()).toMatchObject({ isOpen: true });
  });
});
