import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersAt, startProgram } from './started-program.ts';

/** Debian's package haproxy. Without it, its tests are skipped. */
export const hasHaproxy = existsSync('/usr/sbin/haproxy');

export interface TestHaproxy {
  url: string;
  close(): Promise<void>;
}

/** HAProxy with deploy/haproxy.cfg in front of up to four servers, without TLS. */
export async function openHaproxy(
  port: number,
  upstreams: readonly string[],
): Promise<TestHaproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-haproxy-'));
  const recipe = await readFile(new URL('../../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const file = join(folder, 'haproxy.cfg');
  const config = recipe
    .replace(/ +bind :443 .*\n/, '')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/ +http-request redirect .*\n/, '')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replaceAll(/ +server web(\d) 127\.0\.0\.1:\d+\n/g, (_line, number: string) => {
      const upstream = upstreams[Number(number) - 1];
      return upstream ? `    server web${number} ${new URL(upstream).host}\n` : '';
    });
  await writeFile(file, config);
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram('/usr/sbin/haproxy', ['-db', '-f', file], answersAt(url));
  return {
    url,
    async close() {
      await program.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
