import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBuilt, startBuiltServer } from './helpers/built-server.ts';
import { openTestDatabase } from './helpers/test-database.ts';

describe('the server process', () => {
  it.skipIf(!isBuilt)(
    'ends with 0 on SIGTERM while a listener still receives audio (needs npm run build)',
    async () => {
      const { url, close } = await openTestDatabase();
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-stop-'));
      const server = startBuiltServer({ DATABASE_URL: url, DATA_DIR });
      const address = await server.ready;
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
});
