import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from './helpers/test-database.ts';

const MAIN = fileURLToPath(new URL('../../build/server/main.js', import.meta.url));

/** The built server, from its first word to its last. */
async function startBuilt(env: Record<string, string>) {
  const server = spawn(process.execPath, [MAIN], { env: { ...process.env, ...env } });
  const said = { out: '', err: '' };
  server.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      said.out += chunk;
      if (said.out.includes('is running')) resolve();
    });
    server.once('exit', () => reject(new Error(said.err)));
  });
  const address = /listening at (http:[^"]+)/.exec(said.out)?.[1] ?? '';
  return { server, ended, said, address };
}

describe('the server process', () => {
  it.skipIf(!existsSync(MAIN))(
    'ends with 0 on SIGTERM while somebody still listens (needs npm run build)',
    async () => {
      const { url, close } = await openTestDatabase();
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-stop-'));
      const env = { DATABASE_URL: url, DATA_DIR, PORT: '0', LOG_LEVEL: 'info' };
      const { server, ended, said, address } = await startBuilt(env);
      const { response } = (await (await fetch(`${address}/api/v2/episodes/1`)).json()) as {
        response: { episode: { http_url: string } };
      };
      const audio = await fetch(address + new URL(response.episode.http_url).pathname);
      const reader = audio.body?.getReader();
      await reader?.read();
      server.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(said.err).toBe('');
      await reader?.cancel().catch(() => {}); // cut off by the stop, or read whole before it
      await close();
      await rm(DATA_DIR, { recursive: true });
    },
    60_000,
  );
});
