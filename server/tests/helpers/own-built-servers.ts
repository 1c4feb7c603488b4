import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { findPostmasters, signal } from './postgres-processes.ts';

/**
 * Built servers with an embedded database, in a folder that the tests of the file share: to make the database takes
 * twice the time of a start.
 */
export function ownBuiltServers() {
  let folder = '';
  let servers: BuiltServer[] = [];
  const postmasters = () => findPostmasters(join(folder, 'postgres'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-long-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    servers = [];
    signal(await postmasters(), 'SIGKILL');
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  return {
    /** The path of the folder. */
    dataDir: () => folder,
    /** Makes the folder empty. */
    async clear(): Promise<void> {
      for (const name of await readdir(folder)) {
        await rm(join(folder, name), { recursive: true, maxRetries: 10 });
      }
    },
    /** The process ids of its database servers. */
    postmasters,
    started: (): readonly BuiltServer[] => servers,
    start(env: Record<string, string> = {}): BuiltServer {
      const server = startBuiltServer({ DATA_DIR: folder, ...env });
      servers.push(server);
      return server;
    },
    /** Ends a server as a supervisor does. It must exit with 0. */
    async stop({ process, ended }: BuiltServer): Promise<void> {
      process.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
  };
}
