import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { planBackup, readBackupHealth, runBackup } from '../../../src/features/backups/backups.ts';
import { measureBackups } from '../../../src/features/backups/measure-backups.ts';
import { fileAt } from '../../../src/platform/backup/backup-file.ts';
import { inspectBackup, openBackup } from '../../../src/platform/backup/open-backup.ts';
import { openTarget } from '../../../src/platform/backup/open-target.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createMetrics } from '../../../src/platform/metrics/metrics.ts';
import { metricOf } from '../../helpers/read-metrics.ts';
import { openS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const DAY_MS = 86_400_000;

let now = new Date();
let folder = '';
let test: TestApp;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  test = await openTestApp({}, {}, { backupClock: () => now });
});
beforeEach(async () => {
  now = new Date('2027-01-31T12:00:00Z');
  const parent = await mkdtemp(join(tmpdir(), 'earshot-backups-'));
  folder = join(parent, 'backups');
  ends.push(() => rm(parent, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  test.deps.config.backups = null;
  await test.database.deleteFrom('backup_state').execute();
  await test.deps.jobs.cancel(test.database, 'backup');
});
afterAll(() => test?.close());

/** Gives the host these settings. */
function open(settings: Record<string, string> = {}): void {
  const place = 'BACKUP_S3_BUCKET' in settings ? {} : { BACKUP_DIRECTORY: folder };
  test.deps.config.backups = readConfig({ ...place, ...settings }).backups;
}

async function openS3(): Promise<S3Server> {
  const server = await openS3Server();
  ends.push(server.close);
  return server;
}

const backupEnv = (server: S3Server) =>
  Object.fromEntries(Object.entries(server.env).map(([name, value]) => [`BACKUP_${name}`, value]));

/** The schedule looks at its clock, and workers do what it has planned. */
async function tick(options: { mayFail?: boolean } = {}): Promise<string[]> {
  const said: string[] = [];
  await planBackup(test.deps, { now, report: (_level, text) => said.push(text) });
  return [...said, ...(await test.runJobs(options))];
}

async function tickAt(time: string, options: { mayFail?: boolean } = {}): Promise<string[]> {
  now = new Date(time);
  return tick(options);
}

async function names(): Promise<string[]> {
  const { backups } = test.deps.config;
  if (!backups) throw new Error('There is no place.');
  const target = await openTarget(backups.place);
  const found = await target.list();
  target.close();
  return found.map(({ name }) => name);
}

const health = () =>
  readBackupHealth({ backups: test.deps.config.backups, database: test.database, now });

/** Fails like a storage that breaks in the middle of a file. */
function breakMedia() {
  return vi.spyOn(test.store, 'read').mockRejectedValue(new Error('The storage broke.'));
}

describe('the schedule of backups', () => {
  it('makes one at once, and then one at each of its times', async () => {
    open({ BACKUP_AT: '03:30,15:30' });
    expect(await tick()).toContainEqual(
      expect.stringMatching(/^The backup earshot-20270131T120000Z\.zip is in the folder .*\.$/),
    );
    await tickAt('2027-01-31T15:29:00Z');
    expect(await names()).toHaveLength(1);
    await tickAt('2027-01-31T15:32:00Z');
    await tickAt('2027-01-31T15:37:00Z');
    await tickAt('2027-02-01T03:30:00Z');
    expect(await names()).toEqual(['earshot-20270201T033000Z.zip', 'earshot-20270131T153200Z.zip']);
    const backup = await openBackup(fileAt(join(folder, 'earshot-20270201T033000Z.zip')));
    backup.close();
  });

  it('makes one backup for a host that was off for a week', async () => {
    open();
    await tick();
    await tickAt('2027-02-07T12:00:00Z');
    expect(await names()).toHaveLength(2);
    await tickAt('2027-02-07T12:05:00Z');
    expect(await names()).toHaveLength(2);
  });

  it('does nothing on a host without a place', async () => {
    expect(await tick()).toEqual([]);
    expect(await health()).toBeNull();
  });

  it('plans one backup if several processes look at once', async () => {
    open();
    const report = () => {};
    await Promise.all(Array.from({ length: 5 }, () => planBackup(test.deps, { now, report })));
    await test.runJobs();
    expect(await readdir(folder)).toEqual(['earshot-20270131T120000Z.zip']);
  });

  it('lets one process write at a time', async () => {
    open();
    const other = await openDatabase({ databaseUrl: test.databaseUrl, dataDir: '', report() {} });
    ends.push(other.close);
    const release = await other.locks.acquire('backup', { waitMs: 0 });
    const run = () => runBackup(test.deps, { now: () => now, report() {} });
    await expect(run()).rejects.toThrow('Another process is making a backup.');
    await release?.();
    await run();
    expect(await names()).toHaveLength(1);
  });
});

describe.each(['a folder', 'S3'])('backups in %s', (kind) => {
  let server: S3Server | null;
  beforeEach(async () => {
    server = kind === 'S3' ? await openS3() : null;
    open({ BACKUP_KEEP: '2d', ...(server ? backupEnv(server) : {}) });
  });

  it('are whole, and the rule removes old ones, and nothing else', async () => {
    await tickAt('2027-01-01T04:00:00Z');
    if (!server) await writeFile(join(folder, 'earshot-notes.zip'), 'mine');
    for (const day of ['02', '03', '04']) await tickAt(`2027-01-${day}T04:00:00Z`);
    expect(await names()).toEqual(['earshot-20270104T040000Z.zip', 'earshot-20270103T040000Z.zip']);
    if (!server) expect(await readdir(folder)).toContain('earshot-notes.zip');
    const { backups } = test.deps.config;
    const target = await openTarget(backups?.place ?? { folder });
    const backup = await openBackup(target.file('earshot-20270104T040000Z.zip'));
    backup.close();
    target.close();
  });

  it('stay if the next one fails, which leaves nothing and is reported', async () => {
    await tickAt('2027-01-01T04:00:00Z');
    await tickAt('2027-01-02T04:00:00Z');
    const reading = breakMedia();
    expect(await tickAt('2027-01-03T04:00:00Z', { mayFail: true })).toEqual([
      expect.stringContaining('(write_backup) failed in attempt 1 of 10, it will be tried again'),
    ]);
    expect(await names()).toEqual(['earshot-20270102T040000Z.zip', 'earshot-20270101T040000Z.zip']);
    if (!server) expect(await readdir(folder)).toHaveLength(2);
    expect(await health()).toMatchObject({
      madeAt: new Date('2027-01-02T04:00:00Z'),
      isLate: false,
      failure: { at: now, error: 'The storage broke.' },
    });
    expect(await tickAt('2027-01-04T04:00:01Z', { mayFail: true })).toContainEqual(
      'The last good backup is 48 hours old, of 2027-01-02T04:00:00.000Z. The last attempt failed: The storage broke.',
    );
    reading.mockRestore();
    await tickAt('2027-01-05T04:00:00Z');
    expect(await health()).toMatchObject({ isLate: false, failure: null });
  });
});

describe('a bucket', () => {
  it('is asked a few times for the list of a backup, however many files that has', async () => {
    const server = await openS3();
    open(backupEnv(server));
    await tick();
    const reads = server.requests.filter((request) => /^GET .*\.zip/.test(request));
    expect(reads.length).toBeLessThan(5);
  });
});

describe('a bucket that fails', () => {
  it('keeps what it has, and the report names it', async () => {
    const server = await openS3();
    open(backupEnv(server));
    await tick();
    server.disturb = (request) => (request.startsWith('HEAD /earshot') ? 403 : null);
    const refused = await tickAt('2027-02-01T04:00:00Z', { mayFail: true });
    expect(refused).toEqual([
      expect.stringMatching(/BACKUP_S3_BUCKET "earshot" cannot be used: .*403/),
    ]);
    server.disturb = (request) => (request.startsWith('PUT ') ? 507 : null);
    const full = await tickAt('2027-02-02T04:00:00Z', { mayFail: true });
    expect(full).toContainEqual(expect.stringMatching(/The storage of backups fails: .*507/));
    server.disturb = () => null;
    expect(await names()).toEqual(['earshot-20270131T120000Z.zip']);
  });

  it('keeps the new backup if it does not let old ones be removed', async () => {
    const server = await openS3();
    open({ BACKUP_KEEP: '1d', ...backupEnv(server) });
    await tick();
    server.disturb = (request) => (request.startsWith('DELETE ') ? 403 : null);
    now = new Date('2027-02-01T04:00:00Z');
    await planBackup(test.deps, { now, report() {} });
    expect(await test.runJobs({ mayFail: true })).toContainEqual(
      expect.stringContaining('Old backups could not be removed: The storage of backups fails'),
    );
    expect(await names()).toHaveLength(2);
    expect(await health()).toMatchObject({ madeAt: now, failure: null });
  });
});

describe('a folder that fails', () => {
  const canMount = process.getuid?.() === 0 && process.platform === 'linux';

  it.runIf(canMount)('is reported as full, and keeps old backups', async () => {
    await mkdir(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'none', folder]);
    ends.push(async () => execFileSync('umount', [folder]));
    open();
    await writeFile(join(folder, 'earshot-20270130T033000Z.zip'), 'an older one');
    const [said] = await tick({ mayFail: true });
    expect(said).toContain(`The folder of the backups, ${folder}, is full (ENOSPC`);
    expect(await readdir(folder)).toEqual(['earshot-20270130T033000Z.zip']);
  });

  it('is reported if it becomes a file', async () => {
    open();
    await writeFile(folder, '');
    const [said] = await tick({ mayFail: true });
    expect(said).toContain(`The folder of the backups, ${folder}, is not a folder`);
  });

  it('loses what a killed process has left, and nothing of others', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'earshot-20270130T033000Z.zip.77.partial'), 'half');
    await writeFile(join(folder, 'mine.zip.77.partial'), 'half');
    open();
    await tick();
    expect((await readdir(folder)).sort()).toEqual([
      'earshot-20270131T120000Z.zip',
      'mine.zip.77.partial',
    ]);
    await chmod(folder, 0o700);
  });
});

describe('measureBackups', () => {
  it('tells the age and the size of the last good backup', async () => {
    open();
    const metrics = await createMetrics();
    measureBackups(metrics, test.deps);
    expect(metricOf(await metrics.write(), 'earshot_backup_age_seconds')).toBe(0);
    const reading = breakMedia();
    await tick({ mayFail: true });
    expect(metricOf(await metrics.write(), 'earshot_backup_bytes')).toBe(0);
    reading.mockRestore();
    now = new Date(Date.now() - DAY_MS);
    await runBackup(test.deps, { now: () => now, report() {} });
    const text = await metrics.write();
    expect(metricOf(text, 'earshot_backup_age_seconds')).toBeGreaterThanOrEqual(86_399);
    const [name = ''] = await names();
    const { files } = await inspectBackup(fileAt(join(folder, name)));
    expect(metricOf(text, 'earshot_backup_bytes')).toBeGreaterThan(files.length * 100);
  });
});

describe('readConfig', () => {
  it('reads the place, the times and the rule', () => {
    expect(readConfig({}).backups).toBeNull();
    expect(readConfig({ BACKUP_DIRECTORY: '/backups' }).backups).toEqual({
      place: { folder: '/backups' },
      times: [210],
      keep: { daily: 7, weekly: 4, monthly: 6 },
    });
    const bucket = { BACKUP_S3_BUCKET: 'safe', BACKUP_S3_ENDPOINT: 'https://s3.example.org' };
    const keys = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };
    const media = { S3_BUCKET: 'pod', S3_ACCESS_KEY_ID: 'other', S3_SECRET_ACCESS_KEY: 'other' };
    const config = readConfig({ ...bucket, ...keys, ...media, BACKUP_S3_PREFIX: '/host-1/' });
    expect(config.s3).toMatchObject({ bucket: 'pod', endpoint: null });
    expect(config.backups?.place).toEqual({
      prefix: 'host-1/',
      s3: {
        bucket: 'safe',
        endpoint: 'https://s3.example.org',
        region: 'us-east-1',
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        forcePathStyle: true,
        reads: 'proxy',
      },
    });
  });

  it.each([
    [{ BACKUP_DIRECTORY: process.execPath }, 'it is a file. Name a folder.'],
    [{ BACKUP_AT: '03:30' }, 'BACKUP_AT is set, but there is no place for backups'],
    [{ BACKUP_S3_PREFIX: 'a' }, 'BACKUP_S3_PREFIX is set, but BACKUP_S3_BUCKET is not'],
    [{ BACKUP_DIRECTORY: '/a', BACKUP_S3_BUCKET: 'b' }, 'are both set'],
    [{ BACKUP_DIRECTORY: '/a', BACKUP_AT: 'noon' }, 'BACKUP_AT is "noon"'],
    [{ BACKUP_DIRECTORY: '/a', BACKUP_KEEP: 'all' }, 'BACKUP_KEEP is "all"'],
    [
      { BACKUP_S3_BUCKET: 'b', BACKUP_S3_ACCESS_KEY_ID: 'id' },
      'BACKUP_S3_SECRET_ACCESS_KEY belong',
    ],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(message);
  });
});
