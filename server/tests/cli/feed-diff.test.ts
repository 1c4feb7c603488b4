import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/build-program.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/feed-diff.ts', import.meta.url));
const feed = (inner: string) =>
  `<rss version="2.0"><channel><title>Show</title>${inner}</channel></rss>`;

let folder = '';
let server: Server;
let origin = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-diff-'));
  await writeFile(join(folder, 'a.xml'), feed('<copyright>me</copyright><ttl>60</ttl>'));
  await writeFile(join(folder, 'b.xml'), feed('<ttl>\n60</ttl><copyright>you</copyright>'));
  await writeFile(join(folder, 'page.xml'), '<html></html>');
  server = createServer((_, reply) => reply.end(feed('<copyright>me</copyright><ttl>60</ttl>')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const start = (...args: string[]) =>
  spawn(process.execPath, [buildProgram(MAIN), ...args], {
    env: { ...process.env, INIT_CWD: folder },
  });

async function run(...args: string[]) {
  const child = start(...args);
  const code = new Promise((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
}

describe('npm run feed-diff', () => {
  it('prints what differs, and ends with 1', async () => {
    expect(await run('a.xml', 'b.xml')).toEqual({
      code: 1,
      out: 'channel, copyright\n  - me\n  + you\nThe feeds differ in 1 place.\n',
      error: '',
    });
    expect((await run('a.xml', 'b.xml', '--json')).out).toBe(
      '{"item":null,"element":"copyright","a":"me","b":"you"}\n',
    );
  });

  it('ends with 0 if a file and an address mean the same', async () => {
    expect(await run('a.xml', `${origin}/feed`)).toMatchObject({
      code: 0,
      out: 'The feeds mean the same.\n',
    });
  });

  it('says nothing if the reader of its output has ended', async () => {
    const child = start('a.xml', 'b.xml');
    child.stdout.destroy();
    const ended = once(child, 'close');
    expect(await text(child.stderr)).toBe('');
    expect(await ended).toEqual([1, null]);
  });

  it.each([
    [['a.xml', 'missing.xml'], 'there is no such file'],
    [['a.xml', 'page.xml'], 'no RSS feed'],
    [['a.xml'], 'Usage'],
  ])('ends with 2 and words for %j', async (args, words) => {
    const { code, error } = await run(...args);
    expect([code, error]).toEqual([2, expect.stringContaining(words)]);
  });
});
