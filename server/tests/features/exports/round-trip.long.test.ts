import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Episode, Show, Transcript } from 'earshot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUpload } from '../../helpers/add-upload.ts';
import { type Author, author } from '../../helpers/author.ts';
import { makeTones, toWav } from '../../helpers/make-sound.ts';
import { multipart } from '../../helpers/multipart.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { runAdmin } from '../../helpers/run-admin.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

// A podcast moves to an empty host without network: the archive of its author is sufficient.

let web: Server;
let pictures: string;
let old: TestApp;
let ann: Author;
let sound: number;
let folder: string;

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  const map = await picture('#00ff00');
  web = createServer((request, reply) => {
    if (request.url?.startsWith('/map')) reply.end(map);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  pictures = `http://127.0.0.1:${port}`;
  old = await openTestApp({ IMPORT_PRIVATE_HOSTS: `127.0.0.1:${port}` });
  ann = author(old, await old.signIn());
  const tone = toWav(makeTones([{ levels: [-20], seconds: 2 }], 8_000)); // an import decodes every file
  sound = await storeMedia(old, tone, { mime_type: 'audio/wav', extension: 'wav', duration: 2 });
});
afterAll(async () => {
  web?.close();
  await old?.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-move-'));
  return () => rm(folder, { recursive: true });
});

/** An episode that plays the tone. */
async function makeEpisode(fields: { show_id: number } & Record<string, unknown>) {
  const media_id = await addUpload(old.database, ann.userId, { media_id: sound });
  const payload = { title: 'An episode', media_id, ...fields };
  return ann.must('episode', 'POST', '/episode', { payload });
}

const image = (name: string) => `<p><img src="${pictures}/${name}" alt="A map" /></p>`;

const VTT = { type: 'text/vtt', words: 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ada>Ciao' };
const PLAIN = { type: 'text/plain', words: 'Ciao a tutti' };

async function makePodcast({
  type,
  words,
} = VTT): Promise<{ show_id: number; episode_id: number }> {
  const { show_id } = await ann.makeShow({
    title: 'Moving',
    description: image('map-1.png?a=1&amp;b=2'),
  });
  const description = image('map-2.png') + image('gone.png');
  const { episode_id } = await makeEpisode({ show_id, description });
  const covers = [
    [`/show/${show_id}/cover`, '#ff0000'],
    [`/episode/${episode_id}/cover`, '#0000ff'],
  ] as const;
  for (const [path, color] of covers) {
    const bytes = await picture(color);
    expect((await ann.call('PUT', path, multipart('image', { bytes }))).status).toBe(200);
  }
  const payload = { chapters: [{ starts_at: 0, title: 'The first' }] };
  await ann.call('PUT', `/episode/${episode_id}/chapters`, { payload });
  const transcript = await ann.call('PUT', `/episode/${episode_id}/transcript?language=it`, {
    payload: words,
    headers: { 'content-type': type },
  });
  expect(transcript.status).toBe(200);
  await ann.publish(episode_id);
  return { show_id, episode_id };
}

/** Unpacks the archive of the account, and returns the names of its files. */
async function unpack(): Promise<string[]> {
  const url = `/api/user/${ann.userId}/export`;
  const files = await readZip((await old.app.inject({ url, headers: ann.headers })).rawPayload);
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return [...files.keys()];
}

const admin = (host: TestApp, ...args: string[]) =>
  runAdmin(args, {
    env: {
      DATABASE_URL: host.databaseUrl,
      DATA_DIR: host.deps.config.dataDir,
      SITE_URL: 'http://site.test',
      INIT_CWD: folder,
    },
  });

const read = async (host: TestApp, url: string) =>
  (await host.app.inject({ url: `/api${url}` })).json().response as {
    show: Show;
    episode: Episode;
    items: Episode[];
    transcript: Transcript;
  };

/** The bytes at an address of this host. */
async function bytesAt(host: TestApp, url: string | null): Promise<Buffer> {
  const answer = await host.app.inject({ url: String(url).replace('http://site.test', '') });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const picturesOf = (html: string) =>
  Array.from(html.matchAll(/<img src="([^"]+)"/g), ([, src = '']) => src);

describe('the archive of an account', () => {
  it.each([
    ['the archive', VTT],
    ['the folder of a show', PLAIN],
  ] as const)(
    'brings covers, pictures in notes, texts and audio to an empty host from %s',
    async (from, said) => {
      const ids = await makePodcast(said);
      const names = await unpack();
      const feed = names.find(
        (name) => name.includes(`/${ids.show_id}-`) && name.endsWith('feed.xml'),
      );
      const media = from === 'the archive' ? '.' : dirname(feed ?? '');
      const host = await openTestApp();
      try {
        const { code, out } = await admin(host, 'import', feed ?? '', '--media', media, '--json');
        const summary = JSON.parse(out);
        expect({ code, ...summary }).toMatchObject({
          code: 0,
          imported: 1,
          linked: 0,
          warnings: [],
        });

        const before = (await read(old, `/show/${ids.show_id}`)).show;
        const { show } = await read(host, `/show/${summary.show_id}`);
        expect(await bytesAt(host, show.image_original_url)).toEqual(
          await bytesAt(old, before.image_original_url),
        );
        const [shownBefore, shown] = [before, show].map((each) => picturesOf(each.description));
        expect(shown).toHaveLength(1);
        expect(shownBefore).toHaveLength(1);
        await bytesAt(host, shown?.[0] ?? null);

        const heard = (await read(old, `/episode/${ids.episode_id}`)).episode;
        const { items } = await read(host, `/show/${summary.show_id}/episodes`);
        const { episode } = await read(host, `/episode/${items[0]?.episode_id}`);
        expect(await bytesAt(host, episode.image_original_url)).toEqual(
          await bytesAt(old, heard.image_original_url),
        );
        expect(await bytesAt(host, episode.http_url)).toEqual(await bytesAt(old, heard.http_url));
        expect(episode.chapters).toMatchObject([{ title: 'The first' }]);
        const words = await read(host, `/episode/${episode.episode_id}/transcript`);
        expect(words.transcript).toMatchObject({ language: 'it', cues: said === VTT ? 1 : 0 });
        const file = words.transcript.files.find(({ type }) => type === said.type);
        expect(String(await bytesAt(host, file?.url ?? null))).toContain('Ciao');
        const [map, gone] = picturesOf(episode.description);
        await bytesAt(host, map ?? null);
        const lost = await host.app.inject({ url: gone?.replace('http://site.test', '') ?? '' });
        expect(lost.statusCode).toBe(404);
      } finally {
        await host.close();
      }
    },
  );

  it('brings every episode back in its state, and a second time changes nothing', async () => {
    const { show_id, episode_id } = await makePodcast();
    const titled = (title: string, fields: object = {}) =>
      makeEpisode({ show_id, title, ...fields });
    await titled('A draft', { tags: ['bells'], season: 2, allow_messages: false });
    await ann.must('episode', 'POST', '/episode', { payload: { show_id, title: 'Not recorded' } });
    const notes = { description: image('map-3.png') };
    const told = await titled('Told to few', notes);
    const bytes = await picture('#0000ff');
    await ann.call('PUT', `/episode/${told.episode_id}/cover`, multipart('image', { bytes }));
    const chapters = [{ starts_at: 0, title: 'Secret' }];
    await ann.call('PUT', `/episode/${told.episode_id}/chapters`, { payload: { chapters } });
    await ann.call('PUT', `/episode/${told.episode_id}/transcript?language=it`, {
      payload: VTT.words,
      headers: { 'content-type': VTT.type },
    });
    await ann.publish(told.episode_id, { visibility: 'private' });
    const hidden = await titled('Behind a link');
    await ann.publish(hidden.episode_id, { visibility: 'unlisted' });
    const paid = await titled('For a token', { requires_token: true });
    await ann.publish(paid.episode_id);
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    const soon = await titled('Tomorrow');
    await ann.publish(soon.episode_id, { published_at: ahead, visibility: 'unlisted' });
    const late = await titled('Yesterday');
    await ann.publish(late.episode_id, { published_at: ahead });
    const past = new Date(Date.now() - 86_400_000);
    await old.database
      .updateTable('episodes')
      .set({ published_at: past })
      .where('episode_id', '=', late.episode_id)
      .execute();
    const zip = join(folder, 'ann.zip');
    const url = `/api/user/${ann.userId}/export`;
    await writeFile(zip, (await old.app.inject({ url, headers: ann.headers })).rawPayload);
    const before = await ann.read(told.episode_id);

    const host = await openTestApp();
    try {
      const bob = author(host, await host.signIn());
      const owner = `${bob.permalink}@example.org`;
      const { code, out, error } = await admin(host, 'import', zip, '--owner', owner, '--json');
      expect({ code, error }).toEqual({ code: 0, error: '' });
      const { shows } = JSON.parse(out) as { shows: { show_id: number; warnings: string[] }[] };
      const user = { headers: bob.headers };
      const list = async () => {
        const states = 'draft,scheduled,published,unlisted,private';
        const all = await Promise.all(
          shows.map(async (show) => {
            const path = `/show/${show.show_id}/episodes?state=${states}&limit=100`;
            return (await bob.call('GET', path, user)).response as unknown as { items: Episode[] };
          }),
        );
        return all.flatMap(({ items }) => items);
      };
      const items = await list();
      const find = (title: string) => {
        const found = items.filter((item) => item.title === title);
        expect(found, title).toHaveLength(1);
        return bob.read(found[0]?.episode_id ?? 0);
      };
      expect(await find('A draft')).toMatchObject({
        state: 'draft',
        tags: ['bells'],
        season: 2,
        allow_messages: false,
      });
      expect(await find('Not recorded')).toMatchObject({ state: 'draft' });
      expect(await find('Behind a link')).toMatchObject({ state: 'unlisted' });
      expect(await find('For a token')).toMatchObject({ state: 'published', requires_token: true });
      expect(await find('Yesterday')).toMatchObject({ state: 'draft', published_at: null });
      const scheduled = await find('Tomorrow');
      expect(scheduled).toMatchObject({ state: 'scheduled', visibility: 'unlisted' });
      expect(Date.parse(String(scheduled.published_at))).toBe(Date.parse(ahead));
      const jobs = await host.database
        .selectFrom('graphile_worker.jobs' as never)
        .select('key' as never)
        .execute();
      expect(jobs).toContainEqual({ key: `publish_episode:${scheduled.episode_id}` });

      const few = await find('Told to few');
      expect(few).toMatchObject({ state: 'private', access_key: before.access_key });
      const play = (host: TestApp, { playback_url }: Episode) =>
        bytesAt(host, playback_url ?? null);
      expect(await play(host, few)).toEqual(await play(old, before));
      expect(await bytesAt(host, few.image_original_url)).toEqual(
        await bytesAt(old, before.image_original_url),
      );
      expect(few.chapters).toMatchObject([{ title: 'Secret' }]);
      // The show keeps its pictures permanently, independent of the copies.
      await rm(join(host.deps.config.dataDir, 'cache'), { recursive: true });
      await bytesAt(host, picturesOf(few.description)[0] ?? null);
      const words = await bob.call('GET', `/episode/${few.episode_id}/transcript`);
      expect(words.response).toMatchObject({ transcript: { language: 'it', cues: 1 } });

      const warnings = shows.flatMap((show) => show.warnings);
      expect(warnings.filter((text) => text.includes('Yesterday'))).toEqual([
        `"Yesterday": it is a draft now, because the time of its publication (${past.toISOString()}) has passed.`,
      ]);
      await bob.call('PUT', `/episode/${few.episode_id}`, { payload: { tags: ['mine'] } });
      await admin(host, 'import', zip, '--owner', owner, '--json');
      const again = await list();
      expect(again.map((item) => item.episode_id).sort()).toEqual(
        items.map((item) => item.episode_id).sort(),
      );
      expect((await bob.read(few.episode_id)).tags).toEqual(['mine']);
      expect(episode_id).toBeGreaterThan(0);
    } finally {
      await host.close();
    }
  });

  it('names the pictures that it could not get', async () => {
    const { episode_id, show_id } = await makePodcast();
    await unpack();
    const url = `/api/user/${ann.userId}/export`;
    const files = await readZip((await old.app.inject({ url, headers: ann.headers })).rawPayload);
    const missing: string[] = JSON.parse(String(files.get('missing-files.json')));
    const ofShow = missing.filter((name) => name.startsWith(`shows/${show_id}-`));
    expect(ofShow).toHaveLength(1);
    expect(ofShow[0]).toMatch(/\/notes\/[\w-]{22}\.webp$/);
    expect([...files.keys()]).not.toContain(ofShow[0]);
    expect(episode_id).toBeGreaterThan(0);
  });

  it('opens no file outside of it, whatever its list says', async () => {
    const ids = await makePodcast();
    const names = await unpack();
    const feed =
      names.find((name) => name.includes(`/${ids.show_id}-`) && name.endsWith('feed.xml')) ?? '';
    const secret = join(folder, '..', `secret-${Date.now()}.png`);
    await writeFile(secret, await picture('#123456'));
    const list = join(folder, dirname(feed), 'files.json');
    const { show } = await read(old, `/show/${ids.show_id}`);
    await writeFile(list, JSON.stringify({ [String(show.image_original_url)]: secret }));
    const host = await openTestApp();
    try {
      const { out } = await admin(host, 'import', feed, '--media', dirname(feed), '--json');
      const { show_id, warnings } = JSON.parse(out);
      expect(warnings.join()).toContain('left out');
      expect((await read(host, `/show/${show_id}`)).show.image_original_url).toBeNull();
    } finally {
      await host.close();
      await rm(secret);
    }
  });
});
