import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const FEED = '<rss version="2.0"><channel><title>Bare</title></channel></rss>';

let server: Server;
let url = '';
const folder = mkdtempSync(join(tmpdir(), 'earshot-kit-'));
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/xml').end(FEED));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [CLI, ...args], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

describe.skipIf(!existsSync(CLI))('npx earshot (needs npm run build)', () => {
  it('explains itself', async () => {
    const { code, out } = await run('--help');
    expect([code, out]).toEqual([0, expect.stringContaining('npx earshot conformance URL')]);
    expect((await run('conformance', '--list')).out).toMatch(/^must +ranges\/suffix /m);
  });

  it.each([
    [['check'], 'There is no command "check".'],
    [['conformance'], 'Name a web address'],
    [['conformance', 'pod.example'], 'Name a web address'],
    [['conformance', 'https://pod.example', '--fed', 'x'], "Unknown option '--fed'"],
    [['conformance', 'https://pod.example', '--feed', 'x'], '--feed "x" is no web address.'],
    [['conformance', 'https://pod.example', '--timeout', 'x'], '--timeout needs a number'],
    [['conformance', 'http://127.0.0.1:1/'], 'The connection failed'],
  ])('exits with 2 if it cannot check: %j', async (args, reason) => {
    const { code, out, err } = await run(...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(reason)]);
  });

  it('exits with 1 if a must fails, and writes every report', async () => {
    const [html, junit, json] = ['r.html', 'r.xml', 'r.json'].map((name) => join(folder, name));
    const files = ['--html', `${html}`, '--junit', `${junit}`, '--json', `${json}`];
    const { code, out } = await run('conformance', url, ...files);
    expect([code, out]).toEqual([1, expect.stringContaining('✗ must feed/psp-1/language')]);
    expect(out).not.toContain('\u001b');
    expect(readFileSync(`${html}`, 'utf8')).toContain('feed/psp-1/language');
    expect(readFileSync(`${junit}`, 'utf8')).toContain('<failure type="must"');
    expect(JSON.parse(readFileSync(`${json}`, 'utf8'))).toMatchObject({ url, kind: 'feed' });
  });
});
