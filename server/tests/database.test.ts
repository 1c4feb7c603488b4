import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { openEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { openTestDatabase } from './helpers/test-database.ts';

const HOLDER = fileURLToPath(new URL('helpers/hold-database.ts', import.meta.url));

describe('migrate', () => {
  it('refuses a database that is newer than the program, and changes nothing', async () => {
    const { database, url, close } = await openTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(
      database,
    );
    await expect(openDatabase({ databaseUrl: url, dataDir: '' })).rejects.toThrow(
      'made by a newer version',
    );
    await close();
  });
});

describe('openEmbeddedPostgres', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'earshot-pg-'));
    await chmod(dataDir, 0o755);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('takes over the server that a killed process left behind', async () => {
    const holder = spawn(process.execPath, [
      '--import',
      'tsx',
      '--conditions',
      'source',
      HOLDER,
      dataDir,
    ]);
    const port = await new Promise<string>((resolve) => {
      holder.stdout.on('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    });
    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    const { connectionString, close } = await openEmbeddedPostgres(dataDir);
    expect(new URL(connectionString).port).toBe(port);
    await close();
  }, 60_000);

  it('is one server for all who open it at once, stopped by the last', async () => {
    const [first, second] = await Promise.all([
      openEmbeddedPostgres(dataDir),
      openEmbeddedPostgres(dataDir),
    ]);
    expect(first.connectionString).toBe(second.connectionString);
    await first.close();
    const third = await openEmbeddedPostgres(dataDir);
    expect(third.connectionString).toBe(second.connectionString);
    await second.close();
    await third.close();
  }, 60_000);

  it('says in one line that its folder can not be written to', async () => {
    await expect(openEmbeddedPostgres(`${HOLDER}/data`)).rejects.toThrow(
      /^DATA_DIR .*hold-database.ts\/data can't be written to \(ENOTDIR\)\.$/,
    );
  });
});
