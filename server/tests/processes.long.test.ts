import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { freePort } from '../src/platform/free-port.ts';
import { isBuilt } from './helpers/built-server.ts';
import { ownBuiltServers } from './helpers/own-built-servers.ts';
import { signal, withBackends } from './helpers/postgres-processes.ts';

const PATHS = ['/api/v2/episodes/1', '/api/v2/shows', '/', '/player?episode_id=1', '/readyz'];
const CLIENTS = 30;
/** Losses of the database: by default, each kind once. */
const KILLS = Number(process.env.KILLS ?? 4);
const patient = { timeout: 90_000, interval: 200 };

const { dataDir, postmasters, start, stop, started } = ownBuiltServers();

/** Many listeners who ask without a pause. Counts the answers by their status. */
function load(addresses: readonly string[]) {
  const statuses: Record<string, number> = {};
  let isOn = true;
  const client = async (index: number) => {
    for (let turn = index; isOn; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/';
      const status = await fetch(addresses[index % addresses.length] + path).then(
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
  const [, , , port] = (
    await readFile(join(dataDir(), 'postgres', 'postmaster.pid'), 'utf8')
  ).split('\n');
  const password = (await readFile(join(dataDir(), 'postgres-password'), 'utf8')).trim();
  const client = new pg.Client(`postgres://earshot:${password}@127.0.0.1:${port}/postgres`);
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`);
  await client.end();
}

const LOSSES: readonly (readonly [string, () => Promise<void>])[] = Object.entries({
  'all connections terminated': terminateAll,
  stopped: async () => signal(await postmasters(), 'SIGINT'),
  killed: async () => signal(await postmasters(), 'SIGKILL'),
  'frozen for a while': async () => {
    const [postmaster = 0] = await postmasters();
    const family = await withBackends(postmaster);
    signal(family, 'SIGSTOP');
    const frozen = vi.waitFor(async () => {
      for (const { ready } of started()) {
        expect((await fetch(`${await ready}/readyz`)).status).toBe(503);
      }
    }, patient);
    await frozen.finally(() => signal(family, 'SIGCONT'));
  },
});

describe.skipIf(!isBuilt)('two built servers on one database (needs npm run build)', () => {
  it('may have neighbouring ports, as in deploy/haproxy.cfg', async () => {
    const port = await freePort();
    const first = start({ PORT: String(port) });
    await first.ready;
    const second = start({ PORT: String(port + 1) });
    expect(await second.ready).toMatch(new RegExp(`:${port + 1}$`));
    await stop(second);
    await stop(first);
  });

  it('answer 200 or 503 under load, and 200 again after each loss of it', async () => {
    const servers = [start(), start()] as const;
    const addresses = await Promise.all(servers.map(({ ready }) => ready));
    const { statuses, end } = load(addresses);
    for (let round = 0; round < KILLS; round++) {
      const [name, lose] = LOSSES[round % LOSSES.length] as (typeof LOSSES)[number];
      const before = statuses['200'] ?? 0;
      await vi.waitFor(() => expect(statuses['200'] ?? 0).toBeGreaterThan(before + 200), patient);
      const killed = await postmasters();
      await lose();
      if (name === 'killed') {
        await vi.waitFor(async () => {
          const running = await postmasters();
          expect(running).toHaveLength(1);
          expect(running).not.toEqual(killed);
        }, patient);
      }
      await Promise.all(addresses.map(untilServes));
    }
    await end();
    expect(Object.keys(statuses).sort()).toEqual(expect.arrayContaining(['200']));
    expect(Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status))).toEqual([]);
    for (const { said } of servers) {
      const lines = said.out.split('\n').filter((line) => /database/.test(line));
      expect(lines.length).toBeLessThanOrEqual(3 * KILLS);
    }
    // The connections of a killed server may answer for a moment longer.
    await vi.waitFor(async () => expect(await postmasters()).toHaveLength(1), patient);
    await stop(servers[0]);
    await untilServes(addresses[1] ?? '');
    await stop(servers[1]);
    for (const { said } of servers) expect(said.err).toBe('');
    expect(await postmasters()).toEqual([]);
  });
});
