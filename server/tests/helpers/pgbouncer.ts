import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './redis-server.ts';

/** Debian's package pgbouncer. Without it, its tests are skipped. */
export const hasPgBouncer = existsSync('/usr/sbin/pgbouncer');

const START_WITHIN_MS = 20_000;

export interface TestPgBouncer {
  /** The address of the database, through PgBouncer. */
  url: string;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** PgBouncer in front of a database, with the configuration of deploy/pgbouncer.ini. */
export async function openTestPgBouncer(
  databaseUrl: string,
  { poolSize = 30 } = {},
): Promise<TestPgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-pgbouncer-'));
  await chmod(folder, 0o755);
  const server = new URL(databaseUrl);
  const port = await freePort();
  const recipe = await readFile(new URL('../../../deploy/pgbouncer.ini', import.meta.url), 'utf8');
  const password = server.password || 'unused'; // a server of tests may trust everyone
  const settings = recipe
    .replace('host=postgres port=5432', `host=${server.hostname} port=${server.port}`)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace('6432', String(port))
    .replace('/etc/pgbouncer', folder)
    .replace('default_pool_size = 30', `default_pool_size = ${poolSize}`);
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  await writeFile(join(folder, 'userlist.txt'), `"${server.username}" "${password}"\n`);
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('/usr/sbin/pgbouncer', [...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  url.password = password;
  const giveUpAt = performance.now() + START_WITHIN_MS;
  while (!(await answers(url.href))) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`PgBouncer did not start: ${said}`);
    await sleep(50);
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: url.href,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
