import type { EpisodeQuote } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  packFingerprint,
  sliceFingerprint,
  unpackFingerprint,
} from '../../../src/platform/audio/fingerprint/fingerprint.ts';
import { type Author, author } from '../../helpers/author.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: Author;
let episodeId = 0;
let firstMedia = 0;
let count = 0;

const WORDS = ['Every room has a voice.', 'Clap your hands, and it answers.', 'A cellar mutters.'];
/** Cues of four seconds from second 40 on. */
const vtt = (words: readonly string[], start = 40) => {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = words.map((text, at) => {
    const from = start + at * 4;
    return `${clock(from)} --> ${clock(from + 4)}\n${text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
};

const transcribe = (text: string) =>
  ann.call('PUT', `/episode/${episodeId}/transcript`, {
    headers: { 'content-type': 'text/vtt' },
    payload: text,
  });

const transcribePlain = (payload: string) =>
  ann.call('PUT', `/episode/${episodeId}/transcript`, {
    headers: { 'content-type': 'text/plain' },
    payload,
  });

async function ask(payload: object, id = episodeId) {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/v2/episodes/${id}/quotes`,
    payload,
  });
  const { response, error } = answer.json();
  return { status: answer.statusCode, quote: response?.quote as EpisodeQuote, ...error };
}

const mark = async () => (await ask({ starts_at: 44, ends_at: 48 })).quote;

async function read({ quote_id }: EpisodeQuote) {
  const answer = await test.app.inject({ url: `/api/v2/quotes/${quote_id}` });
  return { status: answer.statusCode, ...(answer.json().response?.quote as EpisodeQuote) };
}

/** Audio that is not in the store: a part of the first one, by its fingerprint. */
async function cutAudio(from: number, to: number): Promise<number> {
  const { packed } = await test.database
    .selectFrom('fingerprints')
    .select('packed')
    .where('media_id', '=', firstMedia)
    .executeTakeFirstOrThrow();
  count += 1;
  const { media_id } = await test.database
    .insertInto('media')
    .values({
      sha256: String(count).padStart(64, '0'),
      kind: 'audio',
      mime_type: 'audio/mpeg',
      extension: 'mp3',
      file_size: 1,
      duration: to - from,
    })
    .returning('media_id')
    .executeTakeFirstOrThrow();
  const part = sliceFingerprint(unpackFingerprint(packed), { from: from * 10, to: to * 10 });
  await test.database
    .insertInto('fingerprints')
    .values({ media_id, packed: packFingerprint(part) })
    .execute();
  return media_id;
}

const playAudio = (mediaId: number) =>
  test.database
    .updateTable('episodes')
    .set({ media_id: mediaId })
    .where('episode_id', '=', episodeId)
    .execute();

/** Runs all jobs. One run ends early if a queue is busy. */
async function runAll() {
  const waiting = sql<{ count: number }>`select count(*)::integer as count from graphile_worker.jobs
    where task_identifier = 'place_quotes'`;
  do await test.runJobs();
  while ((await waiting.execute(test.database)).rows[0]?.count);
}

async function settle() {
  await test.deps.jobs.add(test.database, 'place_moved_quotes', {});
  await runAll();
}

beforeAll(async () => {
  test = await openTestApp();
  ann = author(test, await test.signIn());
}, 60_000);
afterAll(() => test?.close());

beforeEach(async () => {
  const { episode_id } = await ann.makeEpisode();
  await ann.publish(episode_id);
  episodeId = episode_id;
  const { media_id } = await test.database
    .selectFrom('episodes')
    .select('media_id')
    .where('episode_id', '=', episodeId)
    .executeTakeFirstOrThrow();
  firstMedia = media_id ?? 0;
  await transcribe(vtt(WORDS));
});

describe('POST /v2/episodes/{episode_id}/quotes', () => {
  it('makes a quote of the words of the transcript at that time, also for visitors', async () => {
    const { status, quote } = await ask({ starts_at: 44, ends_at: 52 });
    expect(status).toBe(201);
    expect(quote).toEqual({
      quote_id: expect.stringMatching(/^[a-z2-7]{12}$/),
      episode_id: episodeId,
      state: 'placed',
      text: 'Clap your hands, and it answers. A cellar mutters.',
      language: 'en',
      starts_at: 44,
      ends_at: 52,
      site_url: `http://site.test/quote/${quote.quote_id}`,
    });
    expect(await read(quote)).toEqual({ status: 200, ...quote });
  });

  it('refuses words of less than a second, which a recut could replace unnoticed', async () => {
    await transcribe(
      'WEBVTT\n\n00:00:40.000 --> 00:00:44.000\nClap <00:00:40.400>your <00:00:40.900>hands.\n',
    );
    const refused = await ask({ starts_at: 40, ends_at: 40.9 });
    expect([refused.status, refused.messages]).toEqual([
      400,
      [expect.stringContaining('too short')],
    ]);
    expect((await ask({ starts_at: 40, ends_at: 44 })).quote.text).toBe('Clap your hands.');
  });

  it('plays all its words if people interrupt each other', async () => {
    const long = '00:00:40.000 --> 00:00:50.000\nEvery room has a voice.\n';
    await transcribe(`WEBVTT\n\n${long}\n00:00:42.000 --> 00:00:44.000\nIndeed.\n`);
    const { quote } = await ask({ starts_at: 40, ends_at: 50 });
    const times = { starts_at: 40, ends_at: 50 };
    expect(quote).toMatchObject({ ...times, text: 'Every room has a voice. Indeed.' });
    expect(await read(quote)).toMatchObject(times);
  });

  it('makes one quote of the same words, and another of others', async () => {
    const [first, again] = [await mark(), await mark()];
    expect(again).toEqual(first);
    const { quote } = await ask({ starts_at: 40, ends_at: 48 });
    expect(quote.quote_id).not.toBe(first?.quote_id);
  });

  it.each([
    ['between two cues', { starts_at: 45, ends_at: 47 }, 'starts_at'],
    ['after the last cue', { starts_at: 900, ends_at: 920 }, 'starts_at'],
    ['from the end to the start', { starts_at: 48, ends_at: 44 }, 'starts_at'],
    ['words of the request', { starts_at: 44, ends_at: 48, text: 'Buy!' }, 'text'],
    ['a time that is none', { starts_at: 'x', ends_at: 48 }, 'starts_at'],
  ])('refuses %s', async (_, payload, field) => {
    const { status, messages } = await ask(payload);
    expect(status).toBe(400);
    expect(messages.join()).toContain(field);
  });

  it('refuses more than a minute, or 500 characters', async () => {
    await transcribe(vtt(Array.from({ length: 20 }, () => 'A word.')));
    expect(await ask({ starts_at: 40, ends_at: 104 })).toMatchObject({ status: 400 });
    await transcribe(vtt(['Clap your hands. '.repeat(40)]));
    const { messages } = await ask({ starts_at: 40, ends_at: 44 });
    expect(messages[0]).toContain('at most 60 seconds and 500 characters');
  });

  it('refuses an episode without a transcript, or that is not public', async () => {
    await ann.call('DELETE', `/episode/${episodeId}/transcript`);
    expect(await ask({ starts_at: 44, ends_at: 48 })).toMatchObject({ status: 404 });
    const hidden = await ann.makeEpisode();
    const sent = { starts_at: 44, ends_at: 48 };
    expect(await ask(sent, hidden.episode_id)).toMatchObject({ status: 404 });
    expect(await ask(sent, 999_999)).toMatchObject({ status: 404 });
  });

  it('refuses an episode of a person who has blocked the reader', async () => {
    const bob = author(test, await test.signIn());
    await ann.call('PUT', `/v2/users/${ann.userId}/blocks/${bob.permalink}`);
    const payload = { starts_at: 44, ends_at: 48 };
    const answer = await bob.call('POST', `/v2/episodes/${episodeId}/quotes`, { payload });
    expect(answer.status).toBe(404);
  });

  it('refuses more quotes than an episode has sentences', async () => {
    await sql`
      insert into quotes (quote_id, episode_id, language, marked_text, text_before, text_after,
        marked_from, marked_to, text, starts_at, ends_at)
      select 'aaaaaaa' || translate(lpad(number::text, 5, '0'), '0189', 'zyxw'), ${episodeId}, 'en',
        '', '', '', 0, 1, '', 0, 1
      from generate_series(1, 2000) as number`.execute(test.database);
    expect(await ask({ starts_at: 44, ends_at: 48 })).toMatchObject({ status: 409 });
  });
});

describe('GET /v2/quotes/{quote_id}', () => {
  it.each([
    ['aaaaaaaaaaaa', 404],
    ['k3fq', 400],
    ['K3FQ7A2MZD4X', 400],
  ])('answers %s with %i', async (id, status) => {
    expect((await test.app.inject({ url: `/api/v2/quotes/${id}` })).statusCode).toBe(status);
  });

  it('follows the words to another time when the audio is recut', async () => {
    const quote = await mark();
    await runAll();
    await playAudio(await cutAudio(20, 120));
    await settle();
    expect(await read(quote)).toMatchObject({ state: 'placed', text: WORDS[1] });
    const { starts_at, ends_at } = await read(quote);
    expect(starts_at).toBeCloseTo(24, 1);
    expect(ends_at).toBeCloseTo(28, 1);
  });

  it('follows with all others of its episode, which are placed ten at a time', async () => {
    const words = 'bell snow wave voice stone light room cellar tide lamp rope door'.split(' ');
    await transcribe(vtt(words.map((word) => `This sentence is about a ${word} alone.`)));
    const starts = words.map((_, at) => 40 + at * 4);
    const quotes = [];
    for (const start of starts) {
      quotes.push((await ask({ starts_at: start, ends_at: start + 4 })).quote);
    }
    await runAll();
    await playAudio(await cutAudio(20, 120));
    await settle();
    const placed = await Promise.all(quotes.map(read));
    expect(placed.map(({ starts_at }) => Math.round(starts_at ?? 0))).toEqual(
      starts.map((start) => start - 20),
    );
  });

  it('is lost while the words are not in the audio, and back when they are', async () => {
    const quote = await mark();
    await runAll();
    await playAudio(await cutAudio(60, 120));
    await settle();
    expect(await read(quote)).toMatchObject({ state: 'lost', text: null, starts_at: null });
    await playAudio(firstMedia);
    await settle();
    expect(await read(quote)).toEqual({ status: 200, ...quote });
  });

  it('plays the same words with their corrected spelling when the transcript is replaced', async () => {
    const quote = await mark();
    await runAll();
    await transcribe(vtt(['Every room has a voice. Clap your hands; and it ansers!'], 80));
    await runAll();
    expect(await read(quote)).toMatchObject({
      state: 'placed',
      text: 'Clap your hands; and it ansers!',
      starts_at: 44,
      ends_at: 48,
    });
  });

  it('is lost if the author has taken the words out of the transcript', async () => {
    const quote = await mark();
    await transcribe(vtt(['Every room has a voice.', 'A cellar mutters.']));
    await runAll();
    expect(await read(quote)).toMatchObject({ state: 'lost' });
  });

  it.each([
    ['has no times any more', () => transcribePlain('Every room has a voice.')],
    ['is removed', () => ann.call('DELETE', `/episode/${episodeId}/transcript`)],
  ])('stays lost if the transcript without the words %s', async (_, change) => {
    const quote = await mark();
    await transcribe(vtt(['Every room has a voice.', 'A cellar mutters.']));
    await runAll();
    await change();
    await settle();
    expect(await read(quote)).toMatchObject({ state: 'lost', text: null });
  });

  it('keeps the words that a transcript without times has', async () => {
    const quote = await mark();
    await transcribePlain(
      'Every room has a voice. Clap your hands, and it ansers! A cellar mutters.',
    );
    await runAll();
    expect(await read(quote)).toMatchObject({
      state: 'placed',
      text: 'Clap your hands, and it ansers!',
      starts_at: 44,
    });
  });

  it('keeps the corrected words if the transcript is removed', async () => {
    const quote = await mark();
    await transcribe(vtt(['Every room has a voice. Clap your hands; and it ansers!']));
    await runAll();
    await ann.call('DELETE', `/episode/${episodeId}/transcript`);
    await settle();
    expect(await read(quote)).toMatchObject({
      state: 'placed',
      text: 'Clap your hands; and it ansers!',
    });
  });

  it('never follows an old transcript into new audio without a fingerprint', async () => {
    const quote = await mark();
    await runAll();
    const media = await cutAudio(20, 120);
    const packed = Buffer.alloc(0);
    await test.database
      .updateTable('fingerprints')
      .set({ packed })
      .where('media_id', '=', media)
      .execute();
    await playAudio(media);
    await settle();
    expect(await read(quote)).toMatchObject({ state: 'lost' });
    await transcribe(vtt(WORDS, 20));
    await settle();
    expect(await read(quote)).toMatchObject({ state: 'placed', starts_at: 24, ends_at: 28 });
  });

  it('is hidden with its episode, and removed with it', async () => {
    const quote = await mark();
    await ann.call('DELETE', `/episode/${episodeId}`);
    expect(await read(quote)).toMatchObject({ status: 404 });
    await test.database.deleteFrom('episodes').where('episode_id', '=', episodeId).execute();
    const { rows } = await sql`select from quotes where episode_id = ${episodeId}`.execute(
      test.database,
    );
    expect(rows).toHaveLength(0);
  });
});
