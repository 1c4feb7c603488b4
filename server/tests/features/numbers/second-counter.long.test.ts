import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBuilt } from '../../helpers/built-server.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { type MovedClock, openMovedClock } from '../../helpers/moved-clock.ts';
import { hasNginx, openTestNginx, type TestNginx } from '../../helpers/nginx.ts';
import { type HostServer, type NumbersHost, openNumbersHost } from '../../helpers/numbers-host.ts';
import { freePort } from '../../helpers/redis-server.ts';

// nginx logs the same requests, and plain SQL counts the downloads in its log. Both must find the same.

const hasCurl = existsSync('/usr/bin/curl');
if (!hasNginx || !hasCurl) process.stderr.write('skipped: there is no nginx or no curl\n');

/** Programs that play the address of a file, as far as they are on this machine. */
const PLAYERS: Record<string, (url: string) => string[]> = {
  mpv: (url) => ['--no-config', '--ao=null', '--ao-null-untimed', '--speed=100', '--no-video', url],
  // Without a name of its own it would call itself headless, which is a bot.
  'chromium-headless-shell': (url) => [
    ...['--no-sandbox', '--disable-gpu', '--mute-audio', '--remote-debugging-port=0'],
    ...['--autoplay-policy=no-user-gesture-required', `--user-data-dir=${newProfile()}`],
    ...['--user-agent=Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36', url],
  ],
  'firefox-esr': (url) => ['--headless', '--no-remote', '--profile', newProfile(), url],
};
/** Programs of scripts, under their own names. They do not count. */
const SCRIPTS: Record<string, (url: string) => string[]> = {
  curl: (url) => ['--silent', '--output', '/dev/null', url],
  ffmpeg: (url) => ['-v', 'error', '-i', url, '-f', 'null', '-'],
  wget: (url) => ['--quiet', '--output-document', '/dev/null', url],
};
const PLAY_MS = 15_000; // a browser plays until it is ended

/** The folder of a program without a past: no file is in its cache. */
const newProfile = (): string => mkdtempSync(join(host.dataDir, 'profile-'));

/** Podcast apps, as far as they are on this machine. Each downloads both episodes. */
const APPS: Record<string, () => Promise<void>> = {
  async gpo() {
    const feed = `${nginx.url}/show/${host.showId}/episodes/feed`;
    const env = { GPODDER_HOME: newProfile() };
    await runProgram('gpo', ['subscribe', feed], { env });
    await runProgram('gpo', ['download', feed], { env });
  },
  /** The part of newsboat that downloads. It needs a terminal, and stays open. */
  async podboat() {
    const home = newProfile();
    await mkdir(join(home, '.newsboat'));
    const lines = [short, long].map(({ episodeId }) => {
      const name = `${episodeId}.mp3`;
      return `${nginx.url}/media/downloads/${name} "${join(home, name)}"\n`;
    });
    await writeFile(join(home, '.newsboat/queue'), lines.join(''));
    const env = { HOME: home, TERM: 'xterm' };
    const args = ['--quiet', '--command', 'podboat --autodownload', '/dev/null'];
    await runProgram('script', args, { env, timeoutMs: PLAY_MS });
  },
};

const TAG = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 8, 0]); // 1,024 bytes follow
const SHORT = Buffer.concat([TAG, Buffer.alloc(1_024), makeMp3({ rate: 44_100, seconds: 120 })]);
/**
 * The most bytes on their way to a client that leaves. They wait in the buffers of two connections, from Earshot to nginx and
 * from nginx to the client, and the kernel sets their limits: some megabytes, or tens of them.
 */
const inBuffers = () =>
  ['tcp_rmem', 'tcp_wmem']
    .map((name) => readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/).at(-1))
    .reduce((sum, most) => sum + 2 * Number(most), 0);
const LONG = randomBytes(2 * (inBuffers() + 10_000_000)); // a minute, its half, is more than these
const SECONDS = 120;

interface Sound {
  episodeId: number;
  file: string;
}

let host: NumbersHost;
let clock: MovedClock;
let server: HostServer;
let nginx: TestNginx;
let short: Sound;
let long: Sound;
beforeAll(async () => {
  if (!isBuilt || !hasNginx || !hasCurl) return;
  host = await openNumbersHost();
  clock = await openMovedClock('2026-03-02T12:00:00Z');
  const port = await freePort();
  server = await host.start({
    ...clock.env,
    RATE_LIMITS: 'off',
    SITE_URL: `http://127.0.0.1:${port}`,
  });
  nginx = await openTestNginx(port, [server.origin], { isLogged: true });
  [short, long] = [await host.addAudio(SHORT, SECONDS), await host.addAudio(LONG, SECONDS)];
}, 120_000);
afterAll(async () => {
  await nginx?.close();
  await host?.close();
  await clock?.close();
});

const installed = <Way>(programs: Record<string, Way>) =>
  Object.entries(programs).filter(([name]) => existsSync(`/usr/bin/${name}`));

/** Runs a program as a client, and ends it with all its processes if it takes longer. */
async function runProgram(
  name: string,
  args: string[],
  { timeoutMs = 30_000, env = {} }: { timeoutMs?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const program = spawn(`/usr/bin/${name}`, args, {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const timer = setTimeout(() => process.kill(-Number(program.pid), 'SIGKILL'), timeoutMs);
  await once(program, 'exit');
  clearTimeout(timer);
}

/** One of the clients behind an address of their own. */
function curl(address: number, { file }: Sound, ...options: string[]) {
  const from = ['--interface', `127.0.0.${address}`, '--silent', ...agent('Phone/1')];
  const output = options.includes('--output') ? [] : ['--output', '/dev/null'];
  return runProgram('curl', [...from, ...output, ...options, nginx.url + file]);
}

const HALF = SHORT.length / 2;
const agent = (name: string) => ['--user-agent', name];

/** The clients whose requests are known, all at once. */
async function visit(): Promise<void> {
  await Promise.all([
    curl(10, short),
    curl(10, short, ...agent('Pod/1')), // another listener
    curl(11, short, '--head'),
    curl(12, short, ...agent('Exabot/3.0')),
    curl(13, short, '--range', '0-1'),
    curl(14, short, '--range', `0-${Math.round(HALF) - 3_000}`), // less than a minute, without the tag
    curl(15, short, '--range', `0-${Math.round(HALF) + 3_000}`),
    curl(16, short, '--range', '0-99999').then(() => curl(16, short, '--range', '100000-')),
    curl(17, short, '--range', '0-299999').then(() => curl(17, short, '--range', '0-299999')), // twice the same
    curl(18, short, '--header', 'If-None-Match: *'),
    curl(19, short, '--range', '999999999-'),
    curl(20, long, '--limit-rate', '200k', '--max-time', '1'), // leaves early
    curl(21, long, '--limit-rate', '40M'),
    runProgram('curl', [
      '--silent',
      '--output',
      '/dev/null',
      ...agent('Phone/1'),
      `${nginx.url}/media/downloads/${short.episodeId}.mp3`,
    ]),
    resume(22),
  ]);
}

/** The clients whose requests only they know. */
async function runPrograms(): Promise<void> {
  await Promise.all([
    ...installed({ ...PLAYERS, ...SCRIPTS }).map(([name, args]) =>
      runProgram(name, args(nginx.url + short.file), { timeoutMs: PLAY_MS }),
    ),
    ...installed(APPS).map(([, download]) => download()),
  ]);
}

/** A download that breaks off in the middle, and is resumed. */
async function resume(address: number): Promise<void> {
  const output = join(host.dataDir, `resumed-${Date.now()}`);
  const file = ['--output', output];
  await curl(address, short, ...file, '--range', '0-399999');
  await curl(address, short, ...file, '--continue-at', '-');
  expect(await readFile(output)).toEqual(SHORT);
}

/** A browser also asks for the icon of the host. */
const isForAudio = (line: string): boolean => JSON.parse(line).path.startsWith('/media/');

/** Some time after the first visit: within its window, and after it. */
const VISITS = [0, 5, 25];
const HOUR_MS = 3_600_000;

/** Counts in the log of nginx. A minute is half of a file without its tag, because each has two minutes. */
async function countByNginx(): Promise<Record<string, number>> {
  const { rows } = await sql<{ episode: number; day: string; downloads: number }>`
    with recursive
    sounds (episode, path, size, tag) as (values
      (${short.episodeId}::integer, ${short.file}::text, ${SHORT.length}::bigint, 1034),
      (${short.episodeId}, ${`/media/downloads/${short.episodeId}.mp3`}, ${SHORT.length}, 1034),
      (${long.episodeId}, ${long.file}, ${LONG.length}, 0),
      (${long.episodeId}, ${`/media/downloads/${long.episodeId}.mp3`}, ${LONG.length}, 0)),
    asked as (
      select (line->>'address') || ' ' || (line->>'agent') || ' ' || episode as listener, episode, size, tag,
        (line->>'time')::numeric - (line->>'took')::numeric as at, (line->>'bytes')::bigint as bytes,
        coalesce(substring(line->>'content_range' from 'bytes ([0-9]+)-')::bigint, 0) as start
      from nginx_log join sounds on path = line->>'path'
      where line->>'method' = 'GET' and line->>'status' in ('200', '206')
        and line->>'agent' !~* 'bot|^(curl|wget|lavf)/' and line->>'range' <> 'bytes=0-1'),
    windows as (
      select listener, min(at) as opened from asked group by listener
      union all
      select listener, (select min(at) from asked where asked.listener = windows.listener and at >= opened + 86400)
      from windows where opened is not null),
    received as (
      select episode, opened, size, tag,
        range_agg(int8range(greatest(start, tag), greatest(start + bytes, tag))) as parts
      from windows join asked using (listener)
      where at >= opened and at < opened + 86400
      group by listener, episode, opened, size, tag),
    downloads as (
      select episode, to_char(to_timestamp(opened) at time zone 'UTC', 'YYYY-MM-DD') as day
      from received
      where (select sum(upper(part) - lower(part)) from unnest(parts) as part) >= (size - tag) / 2.0)
    select episode, day, count(*)::integer as downloads from downloads group by episode, day`.execute(
    host.database,
  );
  return Object.fromEntries(
    rows.map(({ episode, day, downloads }) => [`${day} ${episode}`, downloads]),
  );
}

async function countByEarshot(): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const day of ['2026-03-02', '2026-03-03']) {
    const byEpisode = await host.downloadsOf(server, day);
    for (const [episode, downloads] of Object.entries(byEpisode)) {
      if (downloads > 0) figures[`${day} ${episode}`] = downloads;
    }
  }
  return figures;
}

describe.skipIf(!isBuilt || !hasNginx || !hasCurl)(
  'a second counter in front of the server (needs npm run build)',
  () => {
    it('finds the same downloads in its own log, for clients that really exist', async () => {
      await sql`create table nginx_log (line jsonb)`.execute(host.database);
      const start = Date.parse('2026-03-02T12:00:00Z');
      let known = 0;
      for (const hours of VISITS) {
        const time = new Date(start + hours * HOUR_MS);
        const shift = (time.getTime() - Date.now()) / 1_000;
        await clock.set(time.toISOString());
        await Promise.all([visit(), hours === 0 ? runPrograms() : null]);
        const log = await nginx.readLog();
        await host.untilLogged(log.filter(isForAudio).length);
        // nginx has no clock that a test can move.
        for (const line of log.slice(known)) {
          const fields = JSON.parse(line);
          const moved = { ...fields, time: Number(fields.time) + shift };
          await sql`insert into nginx_log values (${JSON.stringify(moved)}::jsonb)`.execute(
            host.database,
          );
        }
        known = log.length;
      }
      await host.run('count_downloads');
      const figures = await countByNginx();
      expect(await countByEarshot()).toEqual(figures);
      // The clients 10 (two programs), 15, 16, 21, 22, and the one by the address of the episode.
      const curls = { short: 6, long: 1 };
      const apps = installed(APPS).length;
      expect(figures).toEqual({
        [`2026-03-02 ${short.episodeId}`]: curls.short + installed(PLAYERS).length + apps,
        [`2026-03-02 ${long.episodeId}`]: curls.long + apps,
        [`2026-03-03 ${short.episodeId}`]: curls.short,
        [`2026-03-03 ${long.episodeId}`]: curls.long,
      });
    });
  },
);
