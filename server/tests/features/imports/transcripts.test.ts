import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFeed } from '../../../src/features/imports/import-feed.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Good evening.';
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nGood evening.\n';
const JSON_CUES = JSON.stringify({
  version: '1.0.0',
  segments: [{ startTime: 1, endTime: 2, speaker: 'Ann', body: 'Good evening.' }],
});
const HTML =
  '<html><head><title>x</title></head><body><cite>Ann:</cite><p>Good &amp; late evening.</p></body></html>';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let folder = '';
let shows = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-transcripts-'));
  test = await openTestDatabase();
}, 60_000);
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  shows += 1;
});

interface Link {
  url: string;
  type: string;
  language?: string;
}

/** Imports an episode whose feed names these transcripts. */
async function bring(links: readonly Link[], files: Record<string, string>) {
  const path = join(folder, `${shows}.xml`);
  const elements = links.map(
    ({ url, type, language }) =>
      `<podcast:transcript url="https://old.test/${url}" type="${type}"${language ? ` language="${language}"` : ''}/>`,
  );
  await writeFile(
    path,
    `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
    <title>Show ${shows}</title><language>de</language><item><title>One</title><guid>one</guid>${elements.join('')}
    <enclosure url="https://old.test/one.mp3" type="audio/mpeg" length="5"/></item></channel></rss>`,
  );
  const asked: string[] = [];
  const { warnings } = await importFeed(path, {
    database: test.database,
    store: createFolderStore(join(folder, 'media')),
    fetcher: async (url) => {
      const name = url.slice('https://old.test/'.length);
      if (name === 'one.mp3') {
        const sound = makeMp3({ rate: 44_100, seconds: 2 });
        return { body: Readable.from([sound]), contentType: '' };
      }
      asked.push(name);
      const file = files[name];
      if (file === undefined) throw new Error('old.test answered 404');
      return { body: Readable.from([Buffer.from(file)]), contentType: '' };
    },
  });
  return { asked, warnings, stored: await readStored() };
}

const stored = () =>
  test.database
    .selectFrom('transcripts')
    .innerJoin('episodes', 'episodes.episode_id', 'transcripts.episode_id')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .where('shows.title', '=', `Show ${shows}`);
const readStored = () =>
  stored().select(['transcripts.language', 'cues', 'text']).executeTakeFirst();

const CUE = { starts_at: 1, ends_at: 2, text: 'Good evening.' };

describe('the transcript of an imported episode', () => {
  it.each([
    ['a.vtt', 'text/vtt', VTT, 'Ann'],
    ['a.srt', 'application/x-subrip', SRT, null],
    ['a.srt', 'text/plain', SRT, null],
    ['a?format=srt', 'application/srt', SRT, null],
    ['a', 'application/json', JSON_CUES, 'Ann'],
  ])('is fetched: %s as %s', async (url, type, file, speaker) => {
    const { stored, warnings } = await bring([{ url, type }], { [url]: file });
    expect(stored).toEqual({ language: 'de', cues: [{ ...CUE, speaker }], text: null });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['text/html', HTML, 'Ann:\nGood & late evening.'],
    ['text/plain', 'Good evening.', 'Good evening.'],
  ])('may have no times: %s', async (type, file, text) => {
    const { stored } = await bring([{ url: 'a', type }], { a: file });
    expect(stored).toEqual({ language: 'de', cues: null, text });
  });

  it('shows no credentials', async () => {
    const file = VTT.replace('evening', 'https://ann:s3cret@e.test/');
    const { stored } = await bring([{ url: 'a.vtt', type: 'text/vtt' }], { 'a.vtt': file });
    expect(stored?.cues?.[0]?.text).toBe('Good https://e.test/.');
  });

  it('is the best that can be read, in the language of the show', async () => {
    const links = [
      { url: 'a.html', type: 'text/html' },
      { url: 'en.vtt', type: 'text/vtt', language: 'en' },
      { url: 'lost.vtt', type: 'text/vtt', language: 'de' },
      { url: 'a.srt', type: 'application/x-subrip', language: 'de-AT' },
    ];
    const files = { 'a.html': HTML, 'en.vtt': VTT, 'a.srt': SRT };
    const { asked, stored, warnings } = await bring(links, files);
    expect(asked).toEqual(['lost.vtt', 'a.srt']);
    expect(stored).toMatchObject({ language: 'de-AT', cues: [CUE] });
    expect(warnings).toEqual([]);
  });

  it('is named in the report if it cannot be read', async () => {
    const link = { url: 'a.vtt', type: 'text/vtt' };
    expect((await bring([link], {})).warnings).toEqual([
      'The transcript of "One", left out: old.test answered 404.',
    ]);
    expect((await bring([link], { 'a.vtt': 'WEBVTT' })).warnings[0]).toContain('has no text');
    expect((await bring([link], { 'a.vtt': VTT })).stored).toMatchObject({ cues: [CUE] });
  });

  it('is fetched again only if the feed names another file', async () => {
    const files = { 'a.vtt': VTT, 'b.vtt': VTT.replace('evening', 'morning') };
    await bring([{ url: 'a.vtt', type: 'text/vtt' }], files);
    expect((await bring([{ url: 'a.vtt', type: 'text/vtt' }], files)).asked).toEqual([]);
    const { asked, stored } = await bring([{ url: 'b.vtt', type: 'text/vtt' }], files);
    expect(asked).toEqual(['b.vtt']);
    expect(stored?.cues?.[0]?.text).toBe('Good morning.');
  });

  it('is fetched by a later import if another file could not be read', async () => {
    const link = { url: 'b.vtt', type: 'text/vtt' };
    await bring([{ ...link, url: 'a.vtt' }], { 'a.vtt': VTT });
    expect((await bring([link], {})).stored?.cues?.[0]?.text).toBe('Good evening.');
    const { asked, stored } = await bring([link], { 'b.vtt': VTT.replace('evening', 'morning') });
    expect(asked).toEqual(['b.vtt']);
    expect(stored?.cues?.[0]?.text).toBe('Good morning.');
  });

  it('stays if the author has changed it here', async () => {
    const files = { 'a.vtt': VTT, 'b.vtt': VTT.replace('evening', 'morning') };
    await bring([{ url: 'a.vtt', type: 'text/vtt' }], files);
    await test.database
      .updateTable('transcripts')
      .set({ cues: null, text: 'Mine' })
      .where('episode_id', 'in', stored().select('episodes.episode_id'))
      .execute();
    const again = await bring([{ url: 'b.vtt', type: 'text/vtt' }], files);
    expect(again.stored?.text).toBe('Mine');
  });
});
