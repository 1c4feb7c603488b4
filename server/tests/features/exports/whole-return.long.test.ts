import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { multipart } from '../../helpers/multipart.ts';
import { RICH_EPISODE, RICH_SHOW } from '../../helpers/rich-show.ts';
import { runAdmin } from '../../helpers/run-admin.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

// Compares all readable data of a show before its archive was made and after it was imported elsewhere.

let old: TestApp;
let fresh: TestApp;
let ann: Author;
let bob: Author;
let zip: string;
let folder: string;
let showId: number;
let plainId: number;
let newShowId: number;
let newPlainId: number;

const TITLES = ['Rooms', 'A draft', 'On air'];
const SCHEDULES = [
  { weekday: 1, time: '18:30', timezone: 'Europe/Rome', title: 'Every Monday' },
  { weekday: 5, time: '09:00', timezone: 'Asia/Tokyo', title: 'Every Friday' },
];

async function makePodcast(): Promise<number> {
  const { show_id } = await ann.makeShow({
    ...RICH_SHOW,
    permalink: 'my-own-words',
    player_options: 'theme=dark&color=0b6e5e',
    player_override: true,
    public_downloads: true,
  });
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  await ann.call('PUT', `/show/${show_id}/cover`, multipart('image', { bytes }));
  for (const payload of SCHEDULES) {
    expect((await ann.call('POST', `/show/${show_id}/schedules`, { payload })).status).toBe(201);
  }
  const own = {
    preroll: false,
    postroll: true,
    allow_messages: false,
    allow_timed_messages: false,
    show_listeners: true,
    midrolls: [0.5],
    show_id,
  };
  const soundbites = [{ starts_at: 0.1, duration: 0.2, title: 'Listen' }];
  for (const title of TITLES.slice(0, 2)) {
    const permalink = `chosen-${TITLES.indexOf(title)}`;
    const fields = { ...RICH_EPISODE, ...own, soundbites, title, permalink };
    const { episode_id } = await ann.makeEpisode(fields);
    await ann.call('PUT', `/episode/${episode_id}/cover`, multipart('image', { bytes }));
    const chapters = [
      { starts_at: 0, title: 'One', url: 'https://example.org/1' },
      { starts_at: 0.4, title: 'Two', image_url: 'https://example.org/2.png' },
    ];
    const put = await ann.call('PUT', `/episode/${episode_id}/chapters`, { payload: { chapters } });
    expect(put.status).toBe(200);
    await ann.call('PUT', `/episode/${episode_id}/transcript?language=it`, {
      payload: 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ada>Ciao',
      headers: { 'content-type': 'text/vtt' },
    });
    if (title === 'Rooms') await ann.publish(episode_id);
  }
  const payload = {
    show_id,
    title: 'On air',
    description: '<p>Now</p>',
    type: 'LIVE',
    live_url: 'https://example.org/live.m3u8',
    live_starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    live_ends_at: new Date(Date.now() + 90_000_000).toISOString(),
    permalink: 'chosen-2',
    preroll: false,
    allow_messages: false,
  };
  const { episode_id } = await ann.must('episode', 'POST', '/episode', { payload });
  await ann.publish(episode_id);
  return show_id;
}

/** A show and an episode for which a feed has to make up words and links. */
async function makePlain(): Promise<number> {
  const { show_id } = await ann.makeShow({ title: 'Plain' });
  const { episode_id } = await ann.makeEpisode({
    show_id,
    title: 'Cooking &amp; eating',
    description: 'Bread & butter.\n\nThen more of it.',
    episode_display: 'One',
  });
  await ann.publish(episode_id);
  return show_id;
}

const importZip = async () => {
  const { code, out } = await runAdmin(
    ['import', zip, '--owner', `${bob.permalink}@example.org`, '--json'],
    {
      env: {
        DATABASE_URL: fresh.databaseUrl,
        DATA_DIR: fresh.deps.config.dataDir,
        SITE_URL: 'http://site.test',
      },
    },
  );
  expect(code).toBe(0);
  const { shows } = JSON.parse(out) as { shows: { show_id: number }[] };
  return shows.map(({ show_id }) => show_id) as [number, number];
};

beforeAll(async () => {
  [old, fresh] = await Promise.all([openTestApp(), openTestApp()]);
  ann = author(old, await old.signIn());
  bob = author(fresh, await fresh.signIn());
  folder = await mkdtemp(join(tmpdir(), 'earshot-whole-'));
  zip = join(folder, 'ann.zip');
  showId = await makePodcast();
  plainId = await makePlain();
  const url = `/api/user/${ann.userId}/export`;
  await writeFile(zip, (await old.app.inject({ url, headers: ann.headers })).rawPayload);
  [newShowId, newPlainId] = await importZip();
});
afterAll(async () => {
  await Promise.all([old?.close(), fresh?.close()]);
  if (folder) await rm(folder, { recursive: true });
});

/** Data of one host: numbers, addresses with them, times of the copy, and activity of other people. */
const OF_HOST =
  /(^|_)(id|count)$|^(user|user_permalink|owner|created_at|updated_at|first_listed_at|http_url|playback_url|waveform_url|share_url)$/;

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z$/;

/** Removes the data of one host. Addresses lose their numbers, and times the parts that feeds do not write. */
function portable(value: unknown): unknown {
  if (typeof value === 'string' && MOMENT.test(value)) return value.replace(MOMENT, '$1Z');
  if (typeof value === 'string') return value.replace(/^(http:\/\/\w+\.test.*?)\d+/, '$1N');
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OF_HOST.test(name))
      .map(([name, part]) => [name, portable(part)]),
  );
}

const read = async ({ call }: Author, path: string) => portable((await call('GET', path)).response);

async function episodesOf(of: Author, show: number) {
  const states = 'draft,scheduled,published,unlisted,private,live';
  const { response } = await of.call('GET', `/show/${show}/episodes?state=${states}&limit=100`);
  const { items } = response as unknown as { items: { episode_id: number; title: string }[] };
  return new Map(items.map(({ title, episode_id }) => [title, episode_id]));
}

describe('a show that moves by its archive', () => {
  it('keeps every field', async () => {
    expect(await read(bob, `/show/${newShowId}`)).toEqual(await read(ann, `/show/${showId}`));
  });

  it('keeps plain words, and links that are missing', async () => {
    expect(await read(bob, `/show/${newPlainId}`)).toEqual(await read(ann, `/show/${plainId}`));
    const [there, here] = await Promise.all([
      episodesOf(ann, plainId),
      episodesOf(bob, newPlainId),
    ]);
    const [before, after] = [[...there.values()], [...here.values()]];
    expect(await read(bob, `/episode/${after}`)).toEqual(await read(ann, `/episode/${before}`));
  });

  it('keeps its schedules, once', async () => {
    await importZip(); // again
    const before = await read(ann, `/show/${showId}/schedules`);
    expect(before).toMatchObject({ items: SCHEDULES });
    expect(await read(bob, `/show/${newShowId}/schedules`)).toEqual(before);
  });

  it.each(TITLES)('keeps every field, chapter and word of "%s"', async (title) => {
    const [there, here] = await Promise.all([episodesOf(ann, showId), episodesOf(bob, newShowId)]);
    for (const part of ['', '/chapters', '/transcript']) {
      expect(await read(bob, `/episode/${here.get(title)}${part}`)).toEqual(
        await read(ann, `/episode/${there.get(title)}${part}`),
      );
    }
  });
});
