import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../../src/features/accounts/sessions.ts';
import { removeSamples } from '../../../src/features/imports/samples.ts';
import { collectGarbage } from '../../../src/features/media/media.ts';
import { checkMedia, type MediaProblem } from '../../../src/features/uploads/check-media.ts';
import { explainFailure } from '../../../src/features/uploads/uploads.ts';
import { createImagePresets } from '../../../src/platform/images/image-presets.ts';
import { openMediaStore } from '../../../src/platform/storage/open-media-store.ts';
import { type BuiltServer, isBuilt, startBuiltServer } from '../../helpers/built-server.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
import { AUDIO, REFUSED } from '../../helpers/real-audio.ts';
import { releaseDead } from '../../helpers/release-dead.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const LONG_S = 400; // seconds of sound, long enough to be killed while it is read
const AT_ONCE = 6;
const TWO_DAYS_MS = 2 * 86_400_000;
const patient = { timeout: 600_000, interval: 50 };

interface File {
  name: string;
  bytes: Buffer;
}

let test: TestDatabase;
let folder = '';
let server: BuiltServer;
let worker: BuiltServer;
let headers: Record<string, string> = {};
const names = new Map<number, string>();

const start = (mode: 'off' | 'only') =>
  startBuiltServer({
    DATABASE_URL: test.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    WORKER: mode,
  });

beforeAll(async () => {
  if (!isBuilt) return;
  test = await openTestDatabase();
  await removeSamples(test.database); // nothing needs them
  folder = await mkdtemp(join(tmpdir(), 'earshot-process-kills-'));
  await chmod(folder, 0o755);
  const { user_id } = await test.database
    .insertInto('users')
    .values({ permalink: 'author', name: 'Author', is_admin: true })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(test.database, { userId: user_id });
  headers = { Authorization: `Bearer ${accessToken}` };
  server = start('off');
  await server.ready;
}, 300_000);
afterAll(async () => {
  for (const one of [server, worker]) one?.process.kill('SIGKILL');
  await Promise.all([server?.ended, worker?.ended]);
  await test?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function listFiles(): Promise<File[]> {
  const real = existsSync(AUDIO) ? await readdir(AUDIO) : [];
  const wild = real
    .filter((name) => !name.startsWith('MANIFEST'))
    .map(async (name) => ({ name, bytes: await readFile(join(AUDIO, name)) }));
  // One of them is long enough to be met in the middle at every kill.
  const long = Array.from({ length: KILLS + 1 }, (_, count) => ({
    name: `long-${count}.mp3`,
    bytes: makeMp3({ rate: 44_100, seconds: LONG_S + count }),
  }));
  return [...long, ...(await Promise.all(wild))].filter(({ bytes }) => bytes.length > 0);
}

async function upload({ name, bytes }: File): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${await server.ready}/api/media`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(answer.status, name).toBe(201);
  const { response } = (await answer.json()) as { response: { media: { media_id: number } } };
  names.set(response.media.media_id, name);
}

async function uploadAll(files: readonly File[]): Promise<void> {
  const waiting = [...files];
  const next = async (): Promise<void> => {
    const file = waiting.shift();
    if (!file) return;
    await upload(file);
    return next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

const uploads = () =>
  test.database.selectFrom('uploads').selectAll().orderBy('upload_id').execute();

/** Kills the worker while it reads a long file, and starts another one. */
async function killInTheMiddle(): Promise<void> {
  await vi.waitFor(async () => {
    const isAtWork = (await uploads()).some(
      ({ state, progress, upload_id }) =>
        state === 'processing' && progress > 0 && names.get(upload_id)?.startsWith('long'),
    );
    expect(isAtWork).toBe(true);
  }, patient);
  worker.process.kill('SIGKILL');
  await worker.ended;
  await releaseDead(test);
  worker = start('only');
  await worker.ready;
}

describe.skipIf(!isBuilt)(
  'a worker that is killed while it reads audio (needs npm run build)',
  () => {
    it('leaves no upload unfinished, none done twice, and no file behind', async () => {
      const files = await listFiles();
      await uploadAll(files);
      worker = start('only');
      await worker.ready;
      for (let kill = 0; kill < KILLS; kill++) await killInTheMiddle();

      await vi.waitFor(async () => {
        const open = (await uploads()).filter(({ state }) => !/^(ready|failed)$/.test(state));
        expect(open.map(({ upload_id, state }) => `${names.get(upload_id)}: ${state}`)).toEqual([]);
      }, patient);

      const ended = await uploads();
      expect(ended).toHaveLength(files.length);
      for (const { upload_id, state, error } of ended) {
        const name = names.get(upload_id) ?? '';
        const reason = REFUSED[name];
        expect({ name, state }).toEqual({ name, state: reason ? 'failed' : 'ready' });
        if (reason) expect(explainFailure(error, 'en'), name).toContain(reason);
        else expect(error, name).toBeNull();
      }

      const { rows: jobs } = await sql<{ task_identifier: string }>`
      select task_identifier from graphile_worker.jobs
      where task_identifier = 'process_upload'`.execute(test.database);
      expect(jobs).toEqual([]);
      const { rows: twice } = await sql`
      select sha256 from media group by sha256 having count(*) > 1`.execute(test.database);
      expect(twice).toEqual([]);

      const store = await openMediaStore({ dataDir: folder, s3: null });
      const images = createImagePresets(store, join(folder, 'cache'));
      // Data stored by an interrupted attempt has no owner, and is collected when it is old enough.
      await collectGarbage({ ...test, store, images }, { now: new Date(Date.now() + TWO_DAYS_MS) });
      const problems: MediaProblem[] = [];
      for await (const problem of checkMedia({ database: test.database, store }))
        problems.push(problem);
      expect(problems).toEqual([]);
      await store.close();
      expect(await readdir(join(folder, 'work'))).toEqual([]);
    });
  },
);
