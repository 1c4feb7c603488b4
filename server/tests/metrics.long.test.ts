import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { listQueries, readNames } from './helpers/read-metrics.ts';
import { openSampleDatabase } from './helpers/sample-database.ts';

const WITHIN_MS = 60_000;

/** Names that only a process has that serves. */
const OF_SERVERS = /^earshot_(http|audio|numbers|push|replica)_/;

/** The names of metrics of a built process. A label needs an event, so names that have one are read from the help. */
async function namesOf(env: Record<string, string>): Promise<Set<string>> {
  const server = startBuiltServer({ METRICS_PORT: '0', ...env });
  await server.ready;
  const url = / metrics (http:\S+)/.exec(server.said.out)?.[1] ?? '';
  const text = await (await fetch(url)).text();
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
  return new Set([...declared, ...readNames(text).names]);
}

describe.skipIf(!isBuilt)('a process with METRICS_PORT', () => {
  it(
    'has every number of the board, and a worker those of jobs',
    async () => {
      const { url, close } = await openSampleDatabase();
      const folder = await mkdtemp(join(tmpdir(), 'earshot-metrics-'));
      const queries = await listQueries();
      const asked = [...new Set(queries.flatMap(({ names }) => names))];
      // The database is its own replica: a host with every part that is measured.
      const env = {
        DATABASE_URL: url,
        DATABASE_READ_URL: url,
        BACKUP_DIRECTORY: folder,
        SIGNUP: 'closed',
      };
      const served = await namesOf(env);
      expect(asked.filter((name) => !served.has(name))).toEqual([]);
      const worked = await namesOf({ ...env, WORKER: 'only', LOG_LEVEL: 'warn' });
      const ofWorkers = asked.filter((name) => !OF_SERVERS.test(name));
      expect(ofWorkers.filter((name) => !worked.has(name))).toEqual([]);
      await close();
      await rm(folder, { recursive: true });
    },
    WITHIN_MS,
  );
});
