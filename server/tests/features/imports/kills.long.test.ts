import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildProgram } from '../../helpers/build-program.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../../src/cli/import.ts', import.meta.url));
const FEED = [join(SAMPLES, 'field-notes-on-sound.xml'), ...['--media', join(SAMPLES, 'media')]];
const START_MS = 600; // about the start time of the program

let test: TestDatabase;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-killed-import-'));
  test = await openTestDatabase();
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

interface Kill {
  afterMs: number;
  since: 'start' | 'first report';
}

/** Imports the feed. Resolves with the titles reported as stored. */
async function importFeed(kill: Kill | null): Promise<string[]> {
  const env = { ...process.env, DATABASE_URL: test.url, DATA_DIR: join(folder, 'data') };
  const child = spawn(process.execPath, [buildProgram(PROGRAM), ...FEED], { env });
  const killLater = () => setTimeout(() => child.kill('SIGKILL'), kill?.afterMs);
  if (kill?.since === 'start') killLater();
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (kill?.since === 'first report' && said === '') killLater();
    said += chunk;
  });
  await once(child, 'close');
  return [...said.matchAll(/(?:imported|updated): (.+)\n/g)].map(([, title = '']) => title);
}

const listTitles = async () =>
  (await test.database.selectFrom('episodes').select('title').execute()).map(({ title }) => title);

it('an import survives kills: every reported episode is stored once', async () => {
  const reported = new Set<string>();
  for (let round = 0; round < KILLS; round++) {
    const kill: Kill =
      round % 2 === 0
        ? { since: 'start', afterMs: START_MS + round * 45 }
        : { since: 'first report', afterMs: round * 3 };
    for (const title of await importFeed(kill)) reported.add(title);
  }
  expect(reported.size).toBeGreaterThan(0);
  const stored = await listTitles();
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored).toEqual(expect.arrayContaining([...reported]));

  await importFeed(null);
  expect((await listTitles()).sort()).toEqual([
    'The weight of a bell',
    'What snow takes away',
    'Why rooms sing',
  ]);
});
