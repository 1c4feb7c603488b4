import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { isBuilt } from './helpers/built-server.ts';
import { ownBuiltServers } from './helpers/own-built-servers.ts';
import { signal } from './helpers/postgres-processes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROUNDS = Number(process.env.KILLS ?? 1);
/** From this signal on, ten seconds of the process pass in one. */
const FAST_CLOCK = encodeURIComponent(`
  const now = performance.now.bind(performance);
  process.on('SIGUSR2', () => { performance.now = () => 10 * now(); });`);
const { clear, dataDir, postmasters, start, stop } = ownBuiltServers();

describe.skipIf(!isBuilt)('the built server, when it starts (needs npm run build)', () => {
  it('ends with 0 and leaves no database behind if it is stopped while it starts', async () => {
    for (const wait of [200, 500, 1_000, 1_500, 2_000]) {
      const server = start();
      await once(server.process, 'spawn');
      await new Promise((resolve) => setTimeout(resolve, wait));
      server.process.kill('SIGTERM');
      expect([0, null]).toContain(await server.ended); // null: it had not begun
      expect(await postmasters()).toEqual([]);
      expect((await readdir(dataDir())).filter((name) => /new-|initdb/.test(name))).toEqual([]);
    }
  });

  it('prints the port that it has found for PORT=0', async () => {
    const server = start();
    const { port } = new URL(await server.ready);
    expect(server.said.out).toContain(`  site    http://localhost:${port}/\n`);
    await stop(server);
  });

  it('starts twice at once on an empty folder, and loads the samples once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear();
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
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops everything on %s to npm alone, if npm start began it',
    async (name) => {
      const npm = spawn('npm', ['start'], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir(), PORT: '0' },
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
    },
  );

  it('gives up with one line if its database can not be started for 30 s', async () => {
    const server = start({ NODE_OPTIONS: `--import=data:text/javascript,${FAST_CLOCK}` });
    await server.ready;
    server.process.kill('SIGUSR2');
    await rm(join(dataDir(), 'postgres', 'global'), { recursive: true });
    signal(await postmasters(), 'SIGKILL');
    expect(await server.ended).toBe(1);
    expect(server.said.err.trim().split('\n')).toEqual([
      expect.stringMatching(/^The database under .* does not start: /),
    ]);
  });
});
