import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProblems } from '../../src/cli/admin/check.ts';
import { openReader } from '../../src/cli/read-restored.ts';
import { readConfig } from '../../src/config.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/database/database.ts';
import type { MediaStore } from '../../src/platform/storage/media-store.ts';
import { openMediaStore } from '../../src/platform/storage/open-media-store.ts';
import { addEpisode, addShow } from '../helpers/add-episode.ts';
import { makeMp3 } from '../helpers/make-audio.ts';
import { freePort } from '../helpers/redis-server.ts';
import { storeMedia } from '../helpers/store-media.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const hasPostgres = existsSync(join(BINARIES, 'initdb')) && existsSync('/usr/bin/rsync');
if (!hasPostgres) {
  process.stderr.write(
    `No PostgreSQL in ${BINARIES}, or no rsync: the recipe of docs/hosting.md is not tried.\n`,
  );
}

const read = (path: string) =>
  readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

/** The copies of media, which belong to the user of Earshot. */
const ROOT_BLOCKS = [3, 5];

let folder = '';
let dataDir = '';
let port = 0;
let commands: string[] = [];
const ends: (() => Promise<unknown>)[] = [];

/** The commands of the section, block by block, with paths of this test. */
async function readCommands(): Promise<string[]> {
  const [, section = ''] = (await read('docs/hosting.md')).split('### Back to a moment');
  const [own = ''] = section.split('\n## ');
  return Array.from(own.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, code = '']) =>
    code
      .replace('/var/lib/postgresql/15/main', join(folder, 'main'))
      .replace('/var/backups/earshot', join(folder, 'saved'))
      .replace('/srv/earshot/data/media', join(dataDir, 'media')),
  );
}

/** Runs commands like the operator. PostgreSQL refuses to run as root. */
const run = (...code: string[]) => runAs('postgres', ...code);

async function runAs(user: 'postgres' | 'root', ...code: string[]): Promise<string> {
  const said = join(folder, `said-${user}`); // pg_ctl leaves its server behind, which would keep a pipe open
  const script = [
    'set -eu',
    `exec >${said} 2>&1 </dev/null`,
    `export PATH=${BINARIES}:$PATH PGPORT=${port} PGHOST=${folder} PGUSER=postgres`,
    ...code,
  ].join('\n');
  const isOther = process.getuid?.() === 0 && user === 'postgres';
  const asUser = isOther ? ['/usr/sbin/runuser', '-u', 'postgres', '--'] : [];
  const [program = '', ...args] = [...asUser, '/bin/bash', '-c', script];
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
  const [exitCode] = await once(child, 'exit');
  const output = await readFile(said, 'utf8');
  if (exitCode !== 0) throw new Error(`It ended with ${exitCode}: ${output}\n${code.join('\n')}`);
  return output;
}

/** A block of the section, with the paths that its first block sets. */
const runBlock = (index: number) =>
  runAs(
    ROOT_BLOCKS.includes(index) ? 'root' : 'postgres',
    commands[0] ?? '',
    commands[index] ?? '',
  );

const url = () => `postgres://postgres@127.0.0.1:${port}/earshot`;

interface Host {
  opened: OpenDatabase;
  store: MediaStore;
}

/** Opens the host like a start of the server. */
async function openHost(): Promise<Host & { close(): Promise<void> }> {
  const opened = await openDatabase({ databaseUrl: url(), dataDir: '', report() {} });
  const store = await openMediaStore({ dataDir, s3: null });
  const close = async () => {
    await store.close();
    await opened.close();
  };
  return { opened, store, close };
}

async function publish({ opened: { database }, store }: Host, title: string, seconds: number) {
  const user = { permalink: title.toLowerCase(), name: title };
  const { user_id } = await database
    .insertInto('users')
    .values(user)
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const show_id = await addShow(database, user_id, { title });
  const media_id = await storeMedia({ database, store }, makeMp3({ rate: 44_100, seconds }));
  await addEpisode(database, show_id, { media_id, claimed_duration: seconds });
  return show_id;
}

async function problemsOf({ opened: { database }, store }: Host): Promise<string[]> {
  const found: string[] = [];
  for await (const { text } of findProblems({ database, store, keys: null })) found.push(text);
  return found;
}

async function nowOf({ opened }: Host): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(opened.database);
  return rows[0]?.now ?? '';
}

describe.runIf(hasPostgres)('"Back to a moment" of docs/hosting.md', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-moment-'));
    ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await chmod(folder, 0o777); // the user of the database writes here
    dataDir = join(folder, 'data');
    await mkdir(dataDir);
    port = await freePort();
    commands = await readCommands();
    await run(
      `initdb --pgdata ${folder}/main --auth trust --encoding UTF8 --locale C.UTF-8 >/dev/null`,
      `printf "port = ${port}\\nunix_socket_directories = '${folder}'\\nlisten_addresses = '127.0.0.1'\\n" >>${folder}/main/postgresql.conf`,
      `pg_ctl --pgdata ${folder}/main --wait --silent --log ${folder}/log start`,
    );
    ends.push(() => run(`pg_ctl --pgdata ${folder}/main --silent --mode immediate stop`));
    await run('createdb earshot');
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('has the commands that the other steps run', () => {
    expect(commands.map((code) => code.split(/\s/)[0])).toEqual([
      expect.stringContaining('PGDATA='),
      'mkdir',
      'pg_basebackup',
      'rsync',
      expect.stringContaining('MOMENT='),
      'rsync',
    ]);
  });

  it('brings a removed show back, with its audio', async () => {
    const archive = (await read('deploy/postgres-archive.conf')).replaceAll(
      '/var/backups/earshot',
      `${folder}/saved`,
    );
    await appendFile(join(folder, 'main/postgresql.conf'), archive);
    await runBlock(1);

    const host = await openHost();
    await publish(host, 'Before', 1);
    await runBlock(2);
    const showId = await publish(host, 'Wanted', 2); // only the archive knows it
    await runBlock(3);
    const moment = await nowOf(host);

    // The damage: the show, its rows and its audio are gone, and the host runs on.
    const { opened, store } = host;
    const media = await opened.database
      .selectFrom('media')
      .select(['media_id', 'sha256'])
      .execute();
    await opened.database.deleteFrom('shows').where('show_id', '=', showId).execute();
    const { sha256 = '', media_id = 0 } = media.at(-1) ?? {};
    await opened.database.deleteFrom('media').where('media_id', '=', media_id).execute();
    await store.delete(sha256);
    await publish(host, 'After', 3);
    expect(await problemsOf(host)).toEqual([]);
    await host.close();

    commands[4] = (commands[4] ?? '').replace('2027-01-31 14:00:00+00', moment);
    await runBlock(4);
    while (
      (await run("psql --tuples-only --command 'select pg_is_in_recovery()'")).trim() !== 'f'
    ) {
      await sleep(100);
    }
    await runBlock(5);

    const back = await openHost();
    ends.push(back.close);
    const shows = await back.opened.database
      .selectFrom('shows')
      .select('title')
      .orderBy('show_id')
      .execute();
    expect(shows.map(({ title }) => title)).toEqual(['Before', 'Wanted']);
    const missing = (await problemsOf(back)).filter(
      (text) => !text.includes('nothing refers to it'),
    );
    expect(missing).toEqual([]);
    const config = readConfig({ SITE_URL: 'http://pod.test', DATA_DIR: dataDir });
    const reader = await openReader({ config: { ...config, logLevel: 'silent' }, ...back });
    ends.push(reader.close);
    expect(await reader.read()).toMatchObject({ title: 'Wanted' });
    await publish(back, 'Later', 4); // it is a host that can be written to
  });
});
