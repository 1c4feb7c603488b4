import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../helpers/fingerprint.ts';
import { runAdmin } from '../helpers/run-admin.ts';
import { openS3Server, type S3Server } from '../helpers/s3-server.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';
import { openTestServer } from '../helpers/test-database.ts';

let test: TestApp;
let server: Awaited<ReturnType<typeof openTestServer>>;
let bucket: S3Server;
let folder = '';
let temporary = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-cli-drill-'));
  [test, server, bucket] = await Promise.all([openTestApp(), openTestServer(), openS3Server()]);
});
beforeEach(async () => {
  temporary = await mkdtemp(join(folder, 'tmp-'));
});
afterAll(async () => {
  await test?.close();
  await server?.close();
  await bucket?.close();
  await rm(folder, { recursive: true });
});

const backups = () => join(folder, 'backups');

async function admin(
  args: string[],
  more: Record<string, string> = { BACKUP_DIRECTORY: backups() },
) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary; // the drill asks the system for its folder
  try {
    const env = { DATABASE_URL: test.databaseUrl, DATA_DIR: test.publicFolder, INIT_CWD: folder };
    return await runAdmin(args, { env: { ...env, ...more } });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

const bucketEnv = () =>
  Object.fromEntries(Object.entries(bucket.env).map(([name, value]) => [`BACKUP_${name}`, value]));

async function listDatabases(): Promise<string[]> {
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname like 'earshot_drill_%'`.execute(test.database);
  return rows.map(({ datname }) => datname);
}

describe('npm run admin -- backup', () => {
  it('writes to the place of the settings, and lists what is there', async () => {
    const none = await admin(['backup', 'list']);
    expect(none).toMatchObject({ code: 0, error: '' });
    expect(none.out).toContain(`There is no backup in the folder ${backups()}.`);

    const made = await admin(['backup', '--json']);
    expect(made).toMatchObject({ code: 0, error: '' });
    const { name, bytes } = {
      name: '',
      ...JSON.parse((await admin(['backup', 'list', '--json'])).out).backups[0],
    };
    expect(JSON.parse(made.out)).toMatchObject({ bytes, missing: [] });

    const half = 'earshot-20200101T000000Z.zip';
    await copyFile(join(backups(), name), join(backups(), half));
    await truncate(join(backups(), half), bytes >> 1);
    const listed = await admin(['backup', 'list']);
    expect(listed).toMatchObject({ code: 0, error: '' });
    expect(listed.out.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`UTC +${(bytes / 1e6).toFixed(1)} MB  whole    ${name}`)),
      expect.stringMatching(new RegExp(`^2020-01-01 00:00 UTC .* DAMAGED  ${half}`)),
      '',
    ]);
    await rm(join(backups(), half));
    await writeFile(join(backups(), 'earshot-20990101T000000Z.zip'), 'no backup');
    expect((await admin(['backup', 'list'])).code).toBe(1);
    await rm(join(backups(), 'earshot-20990101T000000Z.zip'));
  });

  it.each([['list'], ['drill'], ['drill', 'latest']])('%s %s needs a place', async (...args) => {
    const { code, error } = await admin(['backup', ...args], {});
    expect(code).toBe(1);
    expect(error).toContain('set BACKUP_DIRECTORY or BACKUP_S3_BUCKET');
  });
});

const LINES = [
  /^ +\d+\.\d s {2}Read .*earshot-\d{8}T\d{6}Z\.zip, of 20.*: \d+ files with \d+\.\d MB\. Each has its checksum\.$/,
  /s {2}Made an empty database .*\.$/,
  /s {2}Restored \d+ tables with \d+ rows, as many as the backup lists, and \d+ files with \d+\.\d MB\./,
  /s {2}Found no contradiction between accounts, database and files\.$/,
  /s {2}Started a server on the restored data\.$/,
  /s {2}Read the show ".+", its feed \(\d+\.\d [kM]B\), and the first 65536 bytes of an episode's audio\.$/,
  /earshot-\d{8}T\d{6}Z\.zip can be restored\. This took \d+\.\d s\.$/,
  /^$/,
];

describe('npm run admin -- backup drill', () => {
  beforeAll(async () => {
    await mkdir(backups(), { recursive: true });
  });

  it('restores the newest backup into an embedded database, and leaves nothing', async () => {
    await admin(['backup']);
    const before = await fingerprint(test.database);
    const { code, out, error } = await admin(['backup', 'drill']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n')).toEqual(LINES.map((line) => expect.stringMatching(line)));
    expect(await readdir(temporary)).toEqual([]);
    expect(await fingerprint(test.database)).toEqual(before);
  });

  it('restores one from S3 into a database on a server', async () => {
    expect(await admin(['backup'], bucketEnv())).toMatchObject({ code: 0, error: '' });
    const args = ['backup', 'drill', 'latest', '--database-url', server.url];
    const { code, out, error } = await admin(args, bucketEnv());
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n')).toEqual(LINES.map((line) => expect.stringMatching(line)));
    expect(await readdir(temporary)).toEqual([]);
    expect(await listDatabases()).toEqual([]);
  });

  it('fails for a damaged backup, and leaves nothing', async () => {
    await admin(['backup', '--out', 'host.zip']);
    const bytes = await readFile(join(folder, 'host.zip'));
    const at = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(join(folder, 'host.zip'), bytes);
    const args = ['backup', 'drill', 'host.zip', '--database-url', server.url];
    const { code, out, error } = await admin(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('host.zip is damaged');
    expect(await readdir(temporary)).toEqual([]);
  });

  it('fails if the server makes no database', async () => {
    await admin(['backup', '--out', 'other.zip']);
    const url = new URL(server.url);
    url.pathname = '/not_there';
    const args = ['backup', 'drill', 'other.zip', '--database-url', url.href];
    const { code, error } = await admin(args);
    expect(code).toBe(1);
    expect(error).toContain('The server of --database-url does not make a database');
    expect(await readdir(temporary)).toEqual([]);
  });

  it('says which backup is not there', async () => {
    const { code, error } = await admin(['backup', 'drill', 'earshot-20200101T000000Z.zip']);
    expect(code).toBe(1);
    expect(error).toContain('There is no file ');
  });
});
