import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { mail } from '../src/platform/mail/mail.ts';
import { isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { openSampleDatabase, openServedSamples } from './helpers/sample-database.ts';

describe('the server process', () => {
  it.skipIf(!isBuilt)(
    'ends with 0 on SIGTERM, not on SIGHUP, while a listener still receives audio (needs npm run build)',
    async () => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-stop-'));
      const { url, close } = await openServedSamples(DATA_DIR);
      const server = startBuiltServer({ DATABASE_URL: url, DATA_DIR });
      const address = await server.ready;
      server.process.kill('SIGHUP');
      const { response } = (await (await fetch(`${address}/api/v2/episodes/1`)).json()) as {
        response: { episode: { http_url: string } };
      };
      const audio = await fetch(address + new URL(response.episode.http_url).pathname);
      const reader = audio.body?.getReader();
      await reader?.read();
      server.process.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(server.said.err).toBe('');
      await reader?.cancel().catch(() => {}); // cut by the stop, or already complete
      await close();
      await rm(DATA_DIR, { recursive: true });
    },
  );

  it.skipIf(!isBuilt)(
    'only runs jobs with WORKER=only, and answers health checks (needs npm run build)',
    async () => {
      const { database, url, close } = await openSampleDatabase();
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-worker-'));
      const serving = startBuiltServer({ DATABASE_URL: url, DATA_DIR, WORKER: 'off' });
      await serving.ready;
      await mail.send(database, { to: 'anna@example.org', subject: 'Hello', text: 'Hello' });
      const worker = startBuiltServer({ DATABASE_URL: url, DATA_DIR, WORKER: 'only' });
      const address = await worker.ready;
      const statuses = ['/healthz', '/readyz', '/', '/api/v2/shows'].map(
        async (path) => (await fetch(address + path)).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
      await vi.waitFor(
        async () => expect(await readdir(join(DATA_DIR, 'outbox'))).toHaveLength(1),
        {
          timeout: 30_000,
        },
      );
      expect(serving.said.out).not.toContain('outbox');
      for (const { process, ended, said } of [serving, worker]) {
        process.kill('SIGTERM');
        expect(await ended).toBe(0);
        expect(said.err).toBe('');
      }
      await close();
      await rm(DATA_DIR, { recursive: true });
    },
  );
});
