import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reportRefused } from '../src/platform/http/report-refused.ts';
import { createServer } from '../src/platform/http/server.ts';

const run = promisify(execFile);
const PROGRAM = '/usr/bin/fail2ban-regex';
const FILTER = fileURLToPath(
  new URL('../../deploy/fail2ban/filter.d/earshot.conf', import.meta.url),
);

describe.skipIf(!existsSync(PROGRAM))('the filter for fail2ban', () => {
  it('finds the address of each refused client, and no other line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-fail2ban-'));
    let log = '';
    const app = await createServer({
      siteUrl: 'http://site.test',
      apiUrl: 'http://site.test/api',
      logLevel: 'debug',
      logTo: {
        write(line) {
          log += line;
        },
      },
      trustProxy: true,
    });
    app.get('/wrong', async (request) => reportRefused(request, 'wrong-password'));
    app.get('/code', async (request) => reportRefused(request, 'wrong-code'));
    app.get('/throttled', async (request) => reportRefused(request, 'throttled'));
    app.get('/said', async ({ log, query }) => log.warn(query, 'client refused'));
    const ask = (url: string, from: string) =>
      app.inject({ url, headers: { 'x-forwarded-for': from, 'user-agent': '"client":"1.2.3.4"' } });
    await ask('/wrong', '192.0.2.7');
    await ask('/wrong', '2001:db8::7');
    await ask('/throttled', '192.0.2.8');
    await ask('/code', '192.0.2.10');
    await ask('/wrong', 'unknown');
    const forged =
      '{"level":40,"client":"198.51.100.1","refused":"throttled","msg":"client refused"}';
    await ask(`/said?client=${encodeURIComponent(forged)}`, '192.0.2.9');
    await ask(`/wrong?x=${encodeURIComponent(forged)}`, 'unknown');
    await app.close();
    const file = join(folder, 'log');
    await writeFile(file, log);
    const { stdout } = await run(PROGRAM, ['--out', 'ip', file, FILTER]);
    expect(stdout.trim().split('\n')).toEqual([
      '192.0.2.7',
      '2001:db8::7',
      '192.0.2.8',
      '192.0.2.10',
    ]);
    await rm(folder, { recursive: true });
  });
});
