import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { timeOf } from '../../../src/platform/backup/backup-target.ts';
import { openBackup } from '../../../src/platform/backup/open-backup.ts';
import { openTarget } from '../../../src/platform/backup/open-target.ts';
import { buildProgram } from '../../helpers/build-program.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

/** `KILLS=20 npx vitest run --project=long server/tests/features/backups/kills` */
const KILLS = Number(process.env.KILLS ?? 3);
const FILES = 6;
const FILE_BYTES = 16 << 20;
const WORKER = fileURLToPath(new URL('../../helpers/backup-work.ts', import.meta.url));
const patient = { timeout: 180_000, interval: 100 };
/** A backup is killed while it is written. */
const quick = { ...patient, interval: 5 };

let test: TestApp;
let bucket: S3Server;
let folder = '';
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-backup-kills-'));
  bucket = await openS3Server();
  test = await openTestApp();
  // A backup of 100 MB takes long enough to be killed in its middle.
  for (let file = 0; file < FILES; file++) await storeMedia(test, randomBytes(FILE_BYTES));
});
beforeEach(async () => {
  // The schedule begins again.
  await test.database.deleteFrom('backup_state').execute();
  await sql`delete from recurring_tasks where name = 'plan_backup'`.execute(test.database);
});
afterAll(async () => {
  await Promise.all([...workers].map(kill));
  await test?.close();
  await bucket?.close();
  await rm(folder, { recursive: true });
});

const places = {
  'a folder': () => ({ BACKUP_DIRECTORY: join(folder, 'backups') }),
  S3: () =>
    Object.fromEntries(
      Object.entries(bucket.env).map(([name, value]) => [`BACKUP_${name}`, value]),
    ),
};

function start(place: Record<string, string>): ChildProcess {
  const env = {
    ...process.env,
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: test.publicFolder,
    ...place,
  };
  const child = fork(buildProgram(WORKER), { env, stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
  workers.add(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  workers.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Resolves while a worker writes. */
async function isWriting(kind: string): Promise<void> {
  if (kind === 'S3') {
    const before = bucket.requests.length;
    await vi.waitFor(
      () => expect(bucket.requests.slice(before).join('\n')).toMatch(/PUT .*partNumber=3/),
      quick,
    );
    return;
  }
  await vi.waitFor(async () => {
    const names = await readdir(join(folder, 'backups'));
    expect(names.some((name) => name.endsWith('.partial'))).toBe(true);
  }, quick);
}

describe.each(['a folder', 'S3'] as const)(
  'workers that are killed while they back up to %s',
  (kind) => {
    it('leave no half backup, and another one begins again', async () => {
      const place = places[kind]();
      const { backups } = readConfig(place);
      if (!backups) throw new Error('There is no place.');
      const target = await openTarget(backups.place);
      for (let killed = 0; killed < KILLS; killed++) {
        const worker = start(place);
        await isWriting(kind);
        await kill(worker);
        expect(await target.list()).toEqual([]);
      }
      start(place);
      start(place);
      await vi.waitFor(async () => expect(await target.list()).toHaveLength(1), patient);
      const [found] = await target.list();
      const backup = await openBackup(target.file(found?.name ?? ''));
      expect(backup.manifest.files.length).toBeGreaterThan(FILES);
      backup.close();
      target.close();
      await vi.waitFor(async () => {
        const state = await test.database.selectFrom('backup_state').selectAll().executeTakeFirst();
        expect(state).toMatchObject({ name: found?.name, error: null });
      }, patient);
      if (kind === 'S3') {
        expect(bucket.requests.join('\n')).toMatch(/GET .*uploads/); // looks for parts to remove
      } else {
        const names = await readdir(join(folder, 'backups'));
        expect(names.filter((name) => !timeOf(name))).toEqual([]);
      }
      await Promise.all([...workers].map(kill));
    });
  },
);
