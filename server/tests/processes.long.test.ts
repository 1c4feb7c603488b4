import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BuiltServer, isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { findPostmasters, signal, withBackends } from './helpers/postgres-processes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PATHS = ['/api/v2/episodes/1', '/api/v2/shows', '/', '/player?episode_id=1', '/readyz'];
const CLIENTS = 60;
const patient = { timeout: 90_000, interval: 200 };

let dataDir = '';
let started: BuiltServer[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-long-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const server of started) server.process.kill('SIGKILL');
  started = [];
  signal(await postmasters(), 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

const postmasters = () => findPostmasters(join(dataDir, 'postgres'));

function start(): BuiltServer {
  const server = startBuiltServer({ DATA_DIR: dataDir });
  started.push(server);
  return server;
}

async function stop({ process, ended }: BuiltServer): Promise<void> {
  process.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** Many listeners who ask without a pause. Counts the answers by their status. */
function load(address: string) {
  const statuses: Record<string, number> = {};
  let isOn = true;
  const client = async (index: number) => {
    for (let turn = index; isOn; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/';
      const status = await fetch(address + path).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: Error) => error.message,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    statuses,
    async end() {
      isOn = false;
      await Promise.all(clients);
    },
  };
}

const untilServes = (address: string) =>
  vi.waitFor(async () => {
    const answers = await Promise.all(PATHS.map((path) => fetch(address + path)));
    expect(answers.map(({ status }) => status)).toEqual(PATHS.map(() => 200));
  }, patient);

async function terminateAll(): Promise<void> {
  const [, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split(
    '\n',
  );
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const client = new pg.Client(`postgres://earshot:${password}@127.0.0.1:${port}/postgres`);
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`);
  await client.end();
}

const LOSSES: Record<string, () => Promise<void>> = {
  'all connections terminated': terminateAll,
  'server stopped': async () => signal(await postmasters(), 'SIGINT'),
  'server killed': async () => signal(await postmasters(), 'SIGKILL'),
  'server frozen for a while': async () => {
    const [postmaster = 0] = await postmasters();
    const family = await withBackends(postmaster);
    signal(family, 'SIGSTOP');
    const frozen = vi.waitFor(async () => {
      for (const { ready } of started) {
        expect((await fetch(`${await ready}/readyz`)).status).toBe(503);
      }
    }, patient);
    await frozen.finally(() => signal(family, 'SIGCONT'));
  },
};

describe.skipIf(!isBuilt)('the built server (needs npm run build)', () => {
  it.each(Object.entries(LOSSES))(
    'answers 200 or 503 under load, and 200 again afterwards: %s',
    async (_name, lose) => {
      const server = start();
      const address = await server.ready;
      const { statuses, end } = load(address);
      for (let round = 0; round < 4; round++) {
        const before = statuses['200'] ?? 0;
        await vi.waitFor(() => expect(statuses['200'] ?? 0).toBeGreaterThan(before + 200), patient);
        await lose();
        await untilServes(address);
      }
      await end();
      expect(Object.keys(statuses).sort()).toEqual(expect.arrayContaining(['200']));
      expect(Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status))).toEqual([]);
      const lines = server.said.out.split('\n').filter((line) => /database/.test(line));
      expect(lines.length).toBeLessThanOrEqual(12);
      // The connections of a killed server may answer for a moment longer.
      await vi.waitFor(async () => expect(await postmasters()).toHaveLength(1), patient);
      await untilServes(address);
      await stop(server);
      expect(server.said.err).toBe('');
      expect(await postmasters()).toEqual([]);
    },
  );

  it('shares one database with another server, before and after it was killed', async () => {
    const servers = [start(), start()] as const;
    const addresses = await Promise.all(servers.map(({ ready }) => ready));
    const { statuses, end } = load(addresses[0] ?? '');
    for (let round = 0; round < 3; round++) {
      const killed = await postmasters();
      signal(killed, 'SIGKILL');
      await vi.waitFor(async () => {
        const running = await postmasters();
        expect(running).toHaveLength(1);
        expect(running).not.toEqual(killed);
      }, patient);
      await Promise.all(addresses.map(untilServes));
    }
    await end();
    expect(Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status))).toEqual([]);
    await stop(servers[0]);
    await untilServes(addresses[1] ?? '');
    await stop(servers[1]);
    expect(await postmasters()).toEqual([]);
  });

  it('starts twice at once on an empty folder, and loads the samples once', async () => {
    for (let round = 0; round < 6; round++) {
      const servers = [start(), start()];
      const addresses = await Promise.all(servers.map(({ ready }) => ready));
      for (const address of addresses) {
        const { response } = (await (await fetch(`${address}/api/v2/shows`)).json()) as {
          response: { items?: unknown[] };
        };
        expect(JSON.stringify(response).match(/"show_id"/g)).toHaveLength(2);
      }
      const loads = servers.filter(({ said }) => said.out.includes('loading the sample shows'));
      expect(loads).toHaveLength(1);
      await Promise.all(servers.map(stop));
      expect(await postmasters()).toEqual([]);
      for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
    }
  });

  it('ends with 0 and leaves no database behind if it is stopped while it starts', async () => {
    for (const wait of [200, 500, 1_000, 1_500, 2_000]) {
      const server = start();
      await once(server.process, 'spawn');
      await new Promise((resolve) => setTimeout(resolve, wait));
      server.process.kill('SIGTERM');
      expect([0, null]).toContain(await server.ended); // null: it had not begun
      expect(await postmasters()).toEqual([]);
      expect((await readdir(dataDir)).filter((name) => /new-|initdb/.test(name))).toEqual([]);
    }
  });

  it('gives up with one line if its database can not be started for 30 s', async () => {
    const server = start();
    await server.ready;
    await rm(join(dataDir, 'postgres', 'global'), { recursive: true });
    signal(await postmasters(), 'SIGKILL');
    expect(await server.ended).toBe(1);
    expect(server.said.err.trim().split('\n')).toEqual([
      expect.stringMatching(/^The database under .* does not start: /),
    ]);
  });
});

describe.skipIf(!isBuilt)('npm start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops everything on %s to npm alone', async (name) => {
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
      detached: true, // a process group of its own, as a supervisor makes one
    });
    let said = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const ended = once(npm, 'exit');
    await vi.waitFor(() => expect(said).toContain('is running'), { timeout: 170_000 });
    npm.kill(name);
    expect((await ended)[0]).toBe(0);
    expect(await postmasters()).toEqual([]);
  });
});
