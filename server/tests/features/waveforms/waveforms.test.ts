import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveWaveforms } from '../../../src/features/waveforms/waveforms.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let author: SignedIn;
let showId = 0;
beforeAll(async () => {
  test = await openTestApp();
  author = await test.signIn();
  const { show_id } = await test.database
    .insertInto('shows')
    .values({
      user_id: author.userId,
      permalink: 'waves',
      title: 'Waves',
      author: '',
      description: '',
      language: 'en',
      categories: [],
      keywords: [],
      explicit: false,
    })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  showId = show_id;
});
afterAll(() => test?.close());

let count = 0;

/** A file that is not in the store: only its waveform is read. */
async function addMedia(): Promise<number> {
  count += 1;
  const { media_id } = await test.database
    .insertInto('media')
    .values({
      sha256: String(count).padStart(64, '0'),
      kind: 'audio',
      mime_type: 'audio/mpeg',
      extension: 'mp3',
      file_size: 1,
      duration: 1,
    })
    .returning('media_id')
    .executeTakeFirstOrThrow();
  return media_id;
}

interface Options {
  media_id?: number | null;
  state?: 'published' | 'draft' | 'private';
  access_key?: string;
}

async function addEpisode({ media_id = null, state = 'published', access_key }: Options) {
  count += 1;
  const { episode_id } = await test.database
    .insertInto('episodes')
    .values({
      show_id: showId,
      user_id: author.userId,
      permalink: `wave-${count}`,
      title: 'A wave',
      description: '',
      published_at: new Date(),
      explicit: false,
      media_id,
      state,
      access_key: access_key ?? null,
    })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  return episode_id;
}

/** An episode whose overview is one peak of each of `peaks`. */
async function addWaveform(peaks: readonly number[], options: Options = {}): Promise<number> {
  const media_id = await addMedia();
  const overview = { samples_per_second: 2.5, peaks: Uint8Array.from(peaks) };
  const detail = { samples_per_second: 10, peaks: Uint8Array.from([...peaks, ...peaks]) };
  await saveWaveforms(test.database, media_id, { overview, detail });
  return addEpisode({ ...options, media_id });
}

const get = (episodeId: number, query = '', headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/api/episode/${episodeId}/waveform${query}`, headers });

describe('GET /episode/{episode_id}/waveform', () => {
  it('answers the overview, or the detail', async () => {
    const id = await addWaveform([0, 51, 255]);
    const overview = { samples_per_second: 2.5, peaks: [0, 0.2, 1] };
    expect((await get(id)).json()).toEqual({ response: { waveform: overview } });
    expect((await get(id, '?resolution=overview')).json().response.waveform).toEqual(overview);
    expect((await get(id, '?resolution=detail')).json().response.waveform).toEqual({
      samples_per_second: 10,
      peaks: [0, 0.2, 1, 0, 0.2, 1],
    });
  });

  it.each([
    ['?format=binary', {}],
    ['', { accept: 'application/octet-stream' }],
  ])('answers bytes to %j %j', async (query, headers) => {
    const answer = await get(await addWaveform([0, 51, 255]), query, headers);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    const bytes = answer.rawPayload;
    expect(bytes.toString('latin1', 0, 4)).toBe('EWF1');
    expect(bytes.readFloatLE(4)).toBe(2.5);
    expect(bytes.readUInt32LE(8)).toBe(3);
    expect([...bytes.subarray(12)]).toEqual([0, 51, 255]);
  });

  it.each(['*/*', 'application/json', 'application/json, application/octet-stream'])(
    'answers JSON to Accept: %s',
    async (accept) => {
      const answer = await get(await addWaveform([1]), '', { accept });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  it('answers 304 to a client that has it', async () => {
    const id = await addWaveform([1, 2, 3]);
    const { headers } = await get(id);
    const again = await get(id, '', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it.each(['?resolution=huge', '?format=xml'])('refuses %s', async (query) => {
    const answer = await get(await addWaveform([1]), query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.messages[0]).toMatch(/^(resolution|format): /);
  });

  it('answers the new waveform after the file was replaced', async () => {
    const id = await addWaveform([1]);
    await get(id);
    const media_id = await addMedia();
    const peaks = Uint8Array.from([255]);
    const waveform = { samples_per_second: 10, peaks };
    await saveWaveforms(test.database, media_id, { overview: waveform, detail: waveform });
    await test.database
      .updateTable('episodes')
      .set({ media_id })
      .where('episode_id', '=', id)
      .execute();
    expect((await get(id)).json().response.waveform.peaks).toEqual([1]);
  });

  it('shows a private episode only to its author and with its key', async () => {
    const id = await addWaveform([1], { state: 'private', access_key: 'sesame' });
    expect((await get(id)).statusCode).toBe(404);
    expect((await get(id, '?key=wrong')).statusCode).toBe(404);
    expect((await get(id, '?key=sesame')).statusCode).toBe(200);
    expect((await get(id)).statusCode).toBe(404);
    expect((await get(id, '', author.headers)).statusCode).toBe(200);
    const other = await test.signIn();
    expect((await get(id, '', other.headers)).statusCode).toBe(404);
  });

  it('shows a draft only to its author', async () => {
    const id = await addWaveform([1], { state: 'draft' });
    expect((await get(id)).statusCode).toBe(404);
    expect((await get(id, '', author.headers)).statusCode).toBe(200);
    expect((await get(id)).statusCode).toBe(404);
  });

  it('says in words why there will be no waveform', async () => {
    const elsewhere = await get(await addEpisode({ media_id: null }));
    expect(elsewhere.statusCode).toBe(404);
    expect(elsewhere.json().error.messages[0]).toContain('not stored here');
    const undecodable = await get(await addWaveform([]));
    expect(undecodable.statusCode).toBe(404);
    expect(undecodable.json().error.messages[0]).toContain('cannot be decoded');
    expect((await get(2_000_000_000)).json().error.reason).toBe('EPISODE_UNAVAILABLE');
  });
});

describe('the waveform of imported audio', () => {
  const sample = async () => {
    const { episode_id } = await test.database
      .selectFrom('episodes')
      .innerJoin('media', 'media.media_id', 'episodes.media_id')
      .select('episode_id')
      .where('extension', '=', 'm4a')
      .executeTakeFirstOrThrow();
    return episode_id;
  };

  it('is made by one job when it is first asked for', async () => {
    const id = await sample();
    const asked = await Promise.all([get(id), get(id, '?format=binary'), get(id)]);
    for (const answer of asked) {
      expect(answer.statusCode).toBe(202);
      expect(answer.json()).toEqual({ response: { waveform: null } });
      expect(answer.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
    }
    await test.runJobs();
    const { waveform } = (await get(id, '?resolution=detail')).json().response;
    expect(waveform.samples_per_second).toBe(10);
    const { duration } = (await test.app.inject(`/api/v2/episodes/${id}`)).json().response.episode;
    expect(waveform.peaks.length).toBe(Math.round(duration * 10));
    expect(Math.max(...waveform.peaks)).toBeGreaterThan(0.1);
    expect((await get(id)).statusCode).toBe(200);
  });

  it('is not asked for again if the file cannot be decoded', async () => {
    const draft = await test.store.receive(Readable.from([Buffer.from('no sound at all')]), 100);
    await draft.keep();
    const { media_id } = await test.database
      .insertInto('media')
      .values({
        sha256: draft.sha256,
        kind: 'audio',
        mime_type: 'audio/mpeg',
        extension: 'mp3',
        file_size: draft.bytes,
        duration: 1,
      })
      .returning('media_id')
      .executeTakeFirstOrThrow();
    const id = await addEpisode({ media_id });
    expect((await get(id)).statusCode).toBe(202);
    await test.runJobs();
    expect((await get(id)).json().error.messages[0]).toContain('cannot be decoded');
  });
});
