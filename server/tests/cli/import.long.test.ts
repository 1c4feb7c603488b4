import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/build-program.ts';
import { openTestDatabase } from '../helpers/test-database.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/import.ts', import.meta.url));
const FEED_THREAD = fileURLToPath(
  new URL('../../src/features/imports/feed-thread.ts', import.meta.url),
);
const AUDIO = fileURLToPath(new URL('../../samples/media/why-rooms-sing.mp3', import.meta.url));

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let folder = '';
const servers: Server[] = [];

/** Serves a feed at /feed.xml, and a sound file at every other path. */
async function serve(feed: (origin: string) => string): Promise<string> {
  const audio = await readFile(AUDIO);
  const server = createServer((request, reply) => {
    reply.end(request.url === '/feed.xml' ? feed(origin) : audio);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-cli-'));
  test = await openTestDatabase();
}, 60_000);
afterAll(async () => {
  for (const server of servers) server.close();
  await test?.close();
  await rm(folder, { recursive: true });
});

async function runImport(...args: string[]) {
  buildProgram(FEED_THREAD); // the program looks for it beside itself
  const env = { ...process.env, DATABASE_URL: test.url, DATA_DIR: join(folder, 'data') };
  const child = spawn(process.execPath, [buildProgram(MAIN), ...args], { env });
  const code = new Promise((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
}

const feedOf = (title: string, enclosures: string[]) =>
  `<rss version="2.0"><channel><title>${title}</title>${enclosures
    .map(
      (url, n) =>
        `<item><title>Item ${n}</title><guid>${title}-${n}</guid><enclosure url="${url}" length="1" type="audio/mpeg"/></item>`,
    )
    .join('')}</channel></rss>`;

describe('npm run import', () => {
  it('fetches from the private host that was typed, and from no other one', async () => {
    const other = await serve(() => '');
    const origin = await serve((self) => feedOf('Private', [`${self}/1.mp3`, `${other}/2.mp3`]));
    const { code, out } = await runImport(`${origin}/feed.xml`);
    expect(out).toContain('[1/2] imported: Item 0');
    expect(out).toMatch(/\[2\/2\] linked: Item 1 .*private network/);
    expect(out).toContain('Private: 1 imported, 0 updated, 1 linked to their original audio.');
    expect(code).toBe(0);
  });

  it('fetches nothing from a private host that a feed file names', async () => {
    const other = await serve(() => '');
    const path = join(folder, 'file.xml');
    await writeFile(path, feedOf('File', [`${other}/1.mp3`]));
    expect((await runImport(path)).out).toMatch(/linked: Item 0 .*private network/);
  });

  it('says that the owner does not exist, and ends with 1', async () => {
    const path = join(folder, 'owner.xml');
    await writeFile(path, feedOf('Owner', []));
    const { code, error } = await runImport(path, '--owner', 'nobody');
    expect(error).toBe('There is no user "nobody" to import this podcast for.\n');
    expect(code).toBe(1);
  });

  it('prints its options', async () => {
    const [help, wrong, none] = await Promise.all([
      runImport('--help'),
      runImport('feed.xml', '--colour'),
      runImport(),
    ]);
    expect(help).toMatchObject({ code: 0, error: '' });
    expect(help.out).toContain('--owner PERMALINK');
    for (const { code, error } of [wrong, none]) {
      expect(code).toBe(1);
      expect(error).toContain('Usage: npm run import');
    }
  });
});
