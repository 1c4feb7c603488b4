import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { memoryFolder } from './memory-folder.ts';
import { freePort } from './redis-server.ts';

const run = promisify(execFile);

/** Debian's package postgresql: the embedded server has no pg_basebackup. */
const DEBIAN = '/usr/lib/postgresql';
const BIN = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .map((version) => join(DEBIAN, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_basebackup')))
  : undefined;

/** False without Debian's package postgresql: the tests with a replica are skipped. */
export const hasReplicas = BIN !== undefined;

const SETTINGS = { fsync: 'off', unix_socket_directories: '', listen_addresses: '127.0.0.1' };
const DATABASE = 'earshot';
/** The code of a query that stands in the way of a change. The replica cancels it. */
const CONFLICT = '40001';

/** A primary and its streaming replica, as an administrator makes them. */
export interface StreamingReplica {
  primaryUrl: string;
  replicaUrl: string;
  /** The replica receives changes, and shows none of them until it is resumed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Changes a setting of the replica, such as `recovery_min_apply_delay`. Times are milliseconds. */
  set(setting: string, value: number): Promise<void>;
  /** Resolves once the replica shows everything that the primary has now. */
  catchUp(): Promise<void>;
  /** The number of transactions that the database on the replica has seen. */
  countTransactions(): Promise<number>;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts the killed replica at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
function databaseUser(): { uid: number; gid: number } | Record<never, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client
    .query<Row>(text)
    .then(
      ({ rows }) => rows,
      (error) => Promise.reject(error),
    )
    .finally(() => client.end());
}

export async function openStreamingReplica(): Promise<StreamingReplica> {
  const bin = (name: string) => join(BIN ?? '', name);
  const user = databaseUser();
  const folder = await mkdtemp(join(memoryFolder(), 'earshot-replica-'));
  if ('uid' in user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const urlOf = (port: number, name = DATABASE) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const [primaryUrl, replicaUrl] = [urlOf(primaryPort), urlOf(replicaPort)];

  async function startServer(name: string, port: number): Promise<ChildProcess> {
    const settings = Object.entries({ ...SETTINGS, port, max_connections: 200 });
    const args = settings.flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
    const child = spawn(bin('postgres'), ['-D', join(folder, name), ...args], {
      ...options,
      stdio: 'ignore',
    });
    child.once('exit', () => {});
    while (!(await ask(urlOf(port, 'postgres'), 'select 1').catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start as ${name}.`);
      await sleep(50);
    }
    return child;
  }

  /** As a crash of the machine: the parent and its children end at once, and nothing is flushed. */
  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  await run(
    bin('initdb'),
    ['-D', join(folder, 'primary'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const primary = await startServer('primary', primaryPort);
  await ask(urlOf(primaryPort, 'postgres'), `create database ${DATABASE}`);
  await run(
    bin('pg_basebackup'),
    [
      '-d',
      urlOf(primaryPort, 'postgres'),
      '-D',
      join(folder, 'replica'),
      '-R',
      '-c',
      'fast',
      '--no-sync',
    ],
    options,
  );
  let replica = await startServer('replica', replicaPort);

  const onReplica = (text: string) => ask(urlOf(replicaPort), text);
  /** The server and the processes of its connections. */
  const signalAll = (signal: string) => {
    const children = execFileSync('pgrep', ['-P', String(replica.pid)], { encoding: 'utf8' });
    for (const pid of [replica.pid, ...children.split('\n')]) {
      if (pid) process.kill(Number(pid), signal);
    }
  };

  return {
    primaryUrl,
    replicaUrl,
    pause: async () => void (await onReplica('select pg_wal_replay_pause()')),
    async resume() {
      await onReplica('select pg_wal_replay_resume()').catch((error) => {
        if (error.code !== CONFLICT) throw error; // a conflict shows that it was resumed
      });
    },
    async set(setting, value) {
      await onReplica(`alter system set ${setting} = ${value}`);
      await onReplica('select pg_reload_conf()');
    },
    async catchUp() {
      const [end] = await ask<{ lsn: string }>(
        primaryUrl,
        'select pg_current_wal_flush_lsn() as lsn',
      );
      const text = `select pg_last_wal_replay_lsn() >= '${end?.lsn}' as is_there`;
      while (!(await ask<{ is_there: boolean }>(replicaUrl, text))[0]?.is_there) await sleep(20);
    },
    async countTransactions() {
      const [row] = await ask<{ sum: string }>(
        replicaUrl,
        'select xact_commit + xact_rollback as sum from pg_stat_database where datname = current_database()',
      );
      return Number(row?.sum);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    kill: async () => {
      signalAll('SIGKILL');
      await end(replica, 'SIGKILL');
    },
    async start() {
      replica = await startServer('replica', replicaPort);
    },
    async close() {
      await end(replica, 'SIGINT');
      await end(primary, 'SIGINT');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
