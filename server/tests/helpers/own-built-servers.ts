import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { findPostmasters, signal } from './postgres-processes.ts';

/** Built servers with an embedded database, in a folder that each test of the file has for itself. */
export function ownBuiltServers() {
  let folder = '';
  let servers: BuiltServer[] = [];
  const postmasters = () => findPostmasters(join(folder, 'postgres'));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-long-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    servers = [];
    signal(await postmasters(), 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  return {
    /** The path of the folder. */
    dataDir: () => folder,
    /** The process ids of its database servers. */
    postmasters,
    started: (): readonly BuiltServer[] => servers,
    start(): BuiltServer {
      const server = startBuiltServer({ DATA_DIR: folder });
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
