import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian's package caddy. Without it, its tests are skipped. */
export const hasCaddy = existsSync('/usr/bin/caddy');

/** Caddy in front of a server whose files it sends, configured by the block of docs/hosting.md. */
export async function openTestCaddy(port: number, upstream: string, mediaFolder: string) {
  const docs = await readFile(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');
  const block = /```caddy\n(reverse_proxy .*?X-Accel-Redirect.*?)```/s.exec(docs)?.[1] ?? '';
  const config = block
    .replace('127.0.0.1:4000', new URL(upstream).host)
    .replace('/var/lib/earshot/media', mediaFolder);
  const folder = await mkdtemp(join(tmpdir(), 'earshot-caddy-'));
  const file = join(folder, 'Caddyfile');
  const url = `http://127.0.0.1:${port}`;
  await writeFile(file, `{\n admin off\n auto_https off\n}\n${url} {\n${config}}\n`);
  const child = spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  });
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('Caddy did not start');
    await sleep(50);
  }
  return {
    url,
    async close() {
      if (child.exitCode === null) {
        child.kill();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
