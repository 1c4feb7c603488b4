import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../src/features/numbers/days.ts';
import { addEpisode, addShow } from '../helpers/add-episode.ts';
import { logRequest } from '../helpers/log-request.ts';
import { readAudioLog } from '../helpers/read-audio-log.ts';
import { runAdmin, spawnAdmin, startAdmin } from '../helpers/run-admin.ts';
import { storeMedia } from '../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';

const SIZE = 1_000;
/** Lines of a log that would not fit into the memory of the command. `LOG_LINES=500000` sends more. */
const LINES = Number(process.env.LOG_LINES ?? 20_000);
const TODAY = dayOf(Date.now());
const DAY = addDays(TODAY, -1);
const OLD = addDays(TODAY, -20);

let test: TestApp;
let folder = '';
let episodeId = 0;
let other = 0;
let sha256 = '';
beforeAll(async () => {
  test = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'earshot-logs-'));
  const showId = await addShow(test.database, (await test.signIn()).userId);
  const media_id = await storeMedia(test, Buffer.alloc(SIZE, 1), { duration: 20 });
  episodeId = await addEpisode(test.database, showId, { media_id });
  other = await addEpisode(test.database, showId, {
    media_id: await storeMedia(test, Buffer.alloc(SIZE, 2), { duration: 20 }),
  });
  const media = test.database.selectFrom('media').select('sha256');
  ({ sha256 } = await media.where('media_id', '=', media_id).executeTakeFirstOrThrow());
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`truncate audio_requests, numbers_batches, numbers_files, download_hours`.execute(
    test.database,
  );
});

let id = 0;
/** A line of the log that docs/numbers.md makes nginx write. */
const line = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    time: `${DAY}T10:00:00Z`,
    id: `request ${++id}`,
    address: '203.0.113.9',
    host: 'localhost',
    method: 'GET',
    path: `/media/downloads/${episodeId}.mp3`,
    status: '200',
    bytes: String(SIZE),
    range: '',
    content_range: '',
    agent: 'Pod/1',
    referrer: 'https://app.example/play',
    ...fields,
  });

const environment = () => ({ DATABASE_URL: test.databaseUrl, DATA_DIR: test.publicFolder });

let files = 0;
async function store(content: string | Buffer): Promise<string> {
  const path = join(folder, `${++files}.log`);
  await writeFile(path, content);
  return path;
}

async function importFiles(files: string[], ...options: string[]) {
  const command = ['numbers', 'import', '--format', 'nginx', '--json', ...files, ...options];
  const { code, out, error } = await runAdmin(command, { env: environment() });
  return { code, error, files: out ? JSON.parse(out).files : [] };
}

/** The counts of one imported log. */
async function importLog(content: string | Buffer) {
  const { code, files } = await importFiles([await store(content)]);
  return { code, ...files[0] };
}

const rows = () => readAudioLog(test);

async function countDownloads(episode = episodeId): Promise<number> {
  await test.deps.jobs.add(test.database, 'count_downloads', {});
  await test.runJobs();
  const hours = await test.database
    .selectFrom('download_hours')
    .select('downloads')
    .where('counted_by', '=', 'rolling')
    .where('episode_id', '=', episode)
    .execute();
  return hours.reduce((sum, { downloads }) => sum + downloads, 0);
}

describe('numbers import', () => {
  it('writes requests for audio of this host into the log, and lists the other lines', async () => {
    const log = [
      line(),
      line({ path: `/media/audio/${sha256}.mp3?token=secret`, range: 'bytes=9-', status: '206' }),
      line({ path: '/favicon.ico' }),
      line({ path: '/media/downloads/999999.mp3' }), // no episode of this host
      line({ path: `/media/audio/${'ab'.repeat(32)}.mp3` }),
      line({ host: 'foreign.example' }),
      line({ time: `${addDays(TODAY, -80)}T10:00:00Z` }),
      line({ time: `${addDays(TODAY, 2)}T10:00:00Z` }),
      'not a log',
      line({ bytes: '-1' }),
    ].join('\n');
    const { code, out } = await runAdmin(
      ['numbers', 'import', '--format', 'nginx', await store(log)],
      { env: environment() },
    );
    expect(code).toBe(0);
    expect(out.split('\n').slice(1)).toEqual([
      '  2 requests for audio are new',
      '  0 were imported before',
      '  4 are not for audio of this host',
      '  2 are too old to be counted, or in the future',
      '  2 cannot be read',
      '    line 9: it is neither "combined" nor JSON',
      '    line 10: bytes is "-1", not a whole number',
      '',
    ]);
    expect(out).toContain(`: 10 lines, ${DAY}T10:00:00.000Z to ${DAY}T10:00:00.000Z\n`);
    expect(await rows()).toMatchObject([
      {
        episode_id: episodeId,
        method: 'GET',
        status: 200,
        range_first: '0',
        bytes_sent: String(SIZE),
        agent: 'Pod/1',
        referrer_host: 'app.example',
        source: 'nginx',
      },
      { episode_id: episodeId, status: 206, range_first: '9', source: 'nginx' },
    ]);
    expect(JSON.stringify(await rows())).not.toMatch(/203\.0\.113\.9|secret/);
  });

  it('is counted like the log of this server, of any countable age', async () => {
    await importLog(
      [
        line({ time: `${DAY}T10:00:00Z`, bytes: '600' }),
        line({ time: `${DAY}T10:05:00Z`, range: 'bytes=600-', status: '206', bytes: '400' }),
        line({ time: `${DAY}T10:06:00Z`, address: '203.0.113.10', bytes: '999' }),
        line({ time: `${OLD}T23:50:00Z`, address: '2001:db8::1' }),
        line({ time: `${addDays(OLD, 1)}T00:10:00Z`, address: '2001:db8::2' }), // the same /64
        line({ time: `${addDays(OLD, 1)}T00:20:00Z`, address: 'fe80::1%eth0' }),
      ].join('\n'),
    );
    expect(await countDownloads()).toBe(3);
    expect(await test.database.selectFrom('numbers_batches').selectAll().execute()).toEqual([]);
  });

  it('joins a person of today with the requests that this server has logged', async () => {
    const at = new Date();
    const path = `/media/downloads/${episodeId}.mp3`;
    await test.app.inject({ url: path, headers: { 'user-agent': 'Pod/1' } });
    await importLog(line({ time: at.toISOString(), address: '127.0.0.1' }));
    const both = await rows();
    expect(both.map(({ source }) => source).sort()).toEqual(['', 'nginx']);
    expect(new Set(both.map(({ who }) => who.toString('hex'))).size).toBe(1);
  });

  it('counts a line once: twice, in a rotated log that overlaps, packed, and from two processes', async () => {
    const lines = Array.from({ length: 2_500 }, (_, second) =>
      line({
        time: new Date(Date.parse(`${OLD}T10:00:00Z`) + second * 1_000).toISOString(),
        address: `198.51.100.${second % 250}`,
      }),
    );
    const [older, newer] = [lines.slice(0, 1_800).join('\n'), lines.slice(1_200).join('\n')];
    expect(await importLog(older)).toMatchObject({ added: 1_800, known: 0 });
    expect(await importLog(gzipSync(older))).toMatchObject({ added: 0, known: 1_800 });
    expect(await importLog(newer)).toMatchObject({ added: 700, known: 600 });
    expect(await rows()).toHaveLength(2_500);
    await sql`truncate audio_requests`.execute(test.database);
    const all = await store(lines.join('\n'));
    const reversed = await store([...lines].reverse().join('\n'));
    const both = await Promise.all([importFiles([all]), importFiles([reversed])]);
    const added = both.map(({ files }) => files[0].added);
    expect(added[0] + added[1]).toBe(2_500);
    expect(await rows()).toHaveLength(2_500);
  });

  it('counts equal lines as one request, unless the log names its requests', async () => {
    const equal = line({ id: '' });
    const requests = `${equal}\n${equal}\n${line()}\n${line()}`;
    expect(await importLog(requests)).toMatchObject({ added: 3, known: 1 });
  });

  it('links people across the files of one import', async () => {
    const [first, second] = [
      line({ time: `${OLD}T10:00:00Z`, bytes: '500' }),
      line({ time: `${OLD}T10:05:00Z`, range: 'bytes=500-', status: '206', bytes: '500' }),
    ];
    await importFiles([await store(first), await store(second)]);
    expect(await countDownloads()).toBe(1);
  });

  it('counts a late row although the hour is counted', async () => {
    await logRequest(test, { at: `${OLD}T09:00:00Z`, episodeId });
    expect(await countDownloads()).toBe(1);
    await sql`truncate numbers_batches`.execute(test.database);
    await importLog(line({ time: `${OLD}T11:00:00Z` }));
    expect(await countDownloads()).toBe(2);
  });

  it('completes after a kill', async () => {
    const at = (second: number) =>
      new Date(Date.parse(`${DAY}T00:00:00Z`) + second * 1_000).toISOString();
    const lines = Array.from({ length: 15_000 }, (_, second) =>
      line({ time: at(second), address: `10.1.${second % 100}.7`, bytes: '10' }),
    );
    const file = await store(lines.join('\n'));
    const child = startAdmin(['numbers', 'import', '--format', 'nginx', file], environment());
    await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    const before = (await rows()).length;
    expect(before).toBeLessThan(15_000);
    const { files } = await importFiles([file]);
    expect(files[0].added + before).toBe(15_000);
    expect(files[0].known).toBe(before);
    expect(new Set((await rows()).map(({ who }) => who.toString('hex'))).size).toBe(100);
  });

  it(`takes ${LINES} lines in the memory of a few`, async () => {
    const lines = Array.from({ length: LINES }, (_, at) =>
      at % 20 === 0
        ? line({ path: `/media/downloads/${other}.mp3`, address: `10.2.0.${at % 200}` })
        : line({ path: `/page/${at}`, agent: 'Browser/1 '.repeat(300) }),
    );
    const { code, out, error } = await spawnAdmin(
      ['numbers', 'import', '--format', 'nginx', '--json', '-'],
      {
        input: lines.join('\n'), // 3 kB each
        env: { ...environment(), NODE_OPTIONS: '--max-old-space-size=48' },
      },
    );
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(JSON.parse(out).files[0]).toMatchObject({ lines: LINES, added: LINES / 20 });
  });

  it('survives hostile lines, and takes those around them', async () => {
    const log = Buffer.concat([
      Buffer.from(`${line()}\n`),
      Buffer.from([0, 255, 254, 128, 10]),
      Buffer.alloc(1_000_000, 'x'),
      Buffer.from('\n'),
      Buffer.from(`${'['.repeat(60_000)}\n`),
      Buffer.from(`{"time":${'{"a":'.repeat(12_000)}1${'}'.repeat(12_001)}\n`),
      Buffer.from(
        `${line({ agent: `\u0000\ud800${'\u{1f600}'.repeat(600)}`, referrer: '\u0000' })}\r\n`,
      ),
      Buffer.from(`${line({ address: "'; drop table media; --" })}\n`),
      Buffer.from(`${line({ method: 'get' })}\n`),
      Buffer.from(line({ referrer: 'https://[' })),
    ]);
    const result = await importLog(log);
    expect(result).toMatchObject({ code: 0, lines: 9, added: 3, unreadable: 6 });
    expect(result.problems.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5, 7, 8]);
  });

  it('takes a packed file that is cut up to there, says so, and the rest later', async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => line({ address: `10.3.${at % 250}.1` }));
    const packed = gzipSync(lines.join('\n'));
    const cut = await importLog(packed.subarray(0, packed.length / 2));
    expect(cut).toMatchObject({ code: 1, broken: expect.stringContaining('is cut') });
    expect(cut.added).toBeGreaterThan(100);
    const whole = await importLog(packed);
    expect(whole).toMatchObject({ code: 0, known: cut.added, added: 3_000 - cut.added });
  });

  it.each([
    [['--format', 'nginx'], 2, 'Name a file, or - for the standard input.'],
    [['x.log'], 2, '--format is missing.'],
    [
      ['--format', 'nginx', '--host', 'https://cdn.example', 'x.log'],
      2,
      '--host is "https://cdn.example": it must be a name such as cdn.example.',
    ],
    [
      ['--format', 'nginx', '--host', 'cdn.example:8080', 'x.log'],
      2,
      '--host is "cdn.example:8080"',
    ],
    [['--format', 'apache', 'x.log'], 2, '--format is "apache": it must be cloudfront, nginx,'],
  ])('explains %j', async (options, code, words) => {
    const ended = await runAdmin(['numbers', 'import', ...options], { env: environment() });
    expect(ended.code).toBe(code);
    expect(ended.error).toContain(words);
  });

  it('ends with 1 if there is no file, or if no line can be read', async () => {
    const missing = await importFiles([join(folder, 'missing.log')]);
    expect(missing).toMatchObject({ code: 1, files: [{ broken: 'There is no such file.' }] });
    expect(await importFiles([folder])).toMatchObject({ code: 1 });
    expect(await importLog('a\nb\n')).toMatchObject({ code: 1, lines: 2, unreadable: 2 });
    expect(await importLog('')).toMatchObject({ code: 0, lines: 0 });
  });
});
