import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBuilt } from './helpers/built-server.ts';
import { memoryFolder } from './helpers/memory-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

let folder = '';
let dataDir = '';
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'earshot-clone-'));
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-clone-data-'));
  for (const path of [folder, dataDir]) await chmod(path, 0o755);
});
afterAll(async () => {
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, maxRetries: 10 });
});

/** Starts it as the documents say, and returns everything that it printed until it was stopped. */
async function startAndStop(): Promise<{ said: string; site: number; code: number | null }> {
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0' },
  });
  const ended = once(server, 'exit');
  let said = '';
  const isRunning = new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.includes('is running') && said.includes('listening at')) resolve();
      });
    }
    server.once('exit', () => reject(new Error(`It ended. ${said}`)));
  });
  await isRunning;
  const [, address] = /listening at (http:[^"]+)"/.exec(said) ?? [];
  const site = (await fetch(`${address}/`)).status;
  server.kill('SIGTERM');
  const [code] = await ended;
  return { said, site, code };
}

describe.skipIf(!isBuilt)('a folder that was built elsewhere (needs npm run build)', () => {
  it('starts after npm ci --omit=dev without a build, and without the tools of a build', async () => {
    const isCopied = (path: string) =>
      !/\/(node_modules|\.git|data|test-results|dist)$/.test(path.slice(ROOT.length - 1));
    await cp(ROOT, folder, { recursive: true, filter: isCopied });
    await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder });
    const first = await startAndStop();
    expect(first.said).toContain('/setup?token=');
    expect(first.said).not.toContain('Building');
    expect(first).toMatchObject({ site: 200, code: 0 });

    for (const path of ['site/src', 'src', 'server/src', 'rollup', 'node_modules/rollup']) {
      await rm(join(folder, path), { recursive: true });
    }
    const second = await startAndStop();
    expect(second.said).not.toMatch(/Building|is being built/);
    expect(second).toMatchObject({ site: 200, code: 0 });
  });
});
