import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersAt, startProgram } from './started-program.ts';

const MODULES = '/usr/lib/x86_64-linux-gnu/varnish/vmods/libvmod_xkey.so';

/** Debian's packages varnish and varnish-modules. Without them, their tests are skipped. */
export const hasVarnish = existsSync('/usr/sbin/varnishd') && existsSync(MODULES);

export interface TestVarnish {
  url: string;
  /** The settings of a server behind it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const TOKEN = 'a token of this test';

/** Varnish with deploy/varnish.vcl in front of a server. */
export async function openVarnish(port: number, upstream: string): Promise<TestVarnish> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-varnish-'));
  await chmod(folder, 0o755);
  const recipe = await readFile(new URL('../../../deploy/varnish.vcl', import.meta.url), 'utf8');
  const vcl = join(folder, 'varnish.vcl');
  await writeFile(
    vcl,
    recipe
      .replace('.host = "127.0.0.1"', `.host = "${new URL(upstream).hostname}"`)
      .replace('.port = "4000"', `.port = "${new URL(upstream).port}"`)
      .replace('replace this token', TOKEN),
  );
  const url = `http://127.0.0.1:${port}`;
  const options = ['-a', `127.0.0.1:${port}`, '-f', vcl, '-s', 'malloc,128m', '-n', folder];
  const program = await startProgram(
    '/usr/sbin/varnishd',
    ['-F', '-j', 'none', ...options],
    answersAt(url),
  );
  return {
    url,
    env: { CDN_PURGE_URL: `${url}/purge`, CDN_PURGE_TOKEN: TOKEN },
    async close() {
      await program.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
