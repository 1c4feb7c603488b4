import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAdmin, startAdmin } from '../helpers/run-admin.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';
import { makeBareDatabase } from '../helpers/test-database.ts';

let test: TestApp;
let bare: Awaited<ReturnType<typeof makeBareDatabase>>;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-cli-backup-'));
  test = await openTestApp();
  bare = await makeBareDatabase();
});
afterAll(async () => {
  await test?.close();
  await bare?.drop();
  await rm(folder, { recursive: true });
});

const settings = () => ({
  DATABASE_URL: test.databaseUrl,
  DATA_DIR: test.publicFolder,
  INIT_CWD: folder,
});
const here = (...args: string[]) => runAdmin(args, { env: settings() });
const there = (...args: string[]) =>
  runAdmin(args, {
    env: { DATABASE_URL: bare.url, DATA_DIR: join(folder, 'data'), INIT_CWD: folder },
  });

async function lastAct(): Promise<unknown> {
  const client = new pg.Client({ connectionString: bare.url });
  await client.connect();
  const { rows } = await client.query(
    'select action, object_name from audit_log order by audit_id desc limit 1',
  );
  await client.end();
  return rows[0];
}

function* chunks(bytes: number) {
  const chunk = randomBytes(1 << 20);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

describe('npm run admin', () => {
  it('backs up a host that runs, and restores it in another place', async () => {
    const made = await here('backup', '--out', 'host.zip', '--json');
    expect(made).toMatchObject({ code: 0, error: '' });
    const file = join(folder, 'host.zip');
    expect(JSON.parse(made.out)).toMatchObject({ file, missing: [] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const again = await here('backup', '--out', 'host.zip');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.error).toContain('exists already');

    const cut = await here('backup', '--out', 'cut.zip');
    expect(cut.code).toBe(0);
    await truncate(join(folder, 'cut.zip'), 5_000);
    const refused = await there('restore', 'cut.zip');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toContain('is damaged, and nothing was restored');
    expect(existsSync(join(folder, 'data'))).toBe(false);

    const restored = await there('restore', 'host.zip', '--json');
    expect(restored).toMatchObject({ code: 0, error: '' });
    expect(await there('check')).toMatchObject({ code: 0 });
    const users = async (run: typeof here) => JSON.parse((await run('user', 'list', '--json')).out);
    expect(await users(there)).toEqual(await users(here));

    expect(await lastAct()).toEqual({ action: 'host.command', object_name: 'restore' });

    const full = await there('restore', 'host.zip');
    expect(full).toMatchObject({ code: 1, out: '' });
    expect(full.error).toContain('This host is not empty');
    expect((await readdir(folder)).sort()).toEqual(['cut.zip', 'data', 'host.zip']);
  });

  it('leaves no part of a file behind if it is stopped', async () => {
    const size = 200 << 20;
    const draft = await test.store.receive(Readable.from(chunks(size)), size);
    await draft.keep();
    const media = { kind: 'audio', mime_type: 'audio/wav', extension: 'wav', duration: 1 } as const;
    await test.database
      .insertInto('media')
      .values({ ...media, sha256: draft.sha256, file_size: size })
      .execute();
    const out = join(folder, 'stopped');
    await mkdir(out);
    const child = startAdmin(['backup', '--out', join(out, 'host.zip')], settings());
    const code = new Promise((resolve) => child.once('close', resolve));
    await vi.waitFor(async () => expect(await readdir(out)).toHaveLength(1), 60_000);
    child.kill('SIGINT');
    expect(await code).toBe(130);
    expect(await readdir(out)).toEqual([]);
    await rm(out, { recursive: true });
  });

  it('tells how backup and restore are called', async () => {
    for (const args of [['backup'], ['restore'], ['restore', 'a', 'b']]) {
      const { code, error } = await here(...args);
      expect(code).toBe(2);
      expect(error).toContain(`Usage: npm run admin -- ${args[0]} `);
    }
  });

  it('shows and removes flash messages', async () => {
    const read = async () =>
      (await test.app.inject({ url: '/api/flashmessage' })).json().response.flash_message;
    const set = await here('flash', 'set', 'pause', '--text', 'Back at 10', '--json');
    expect(JSON.parse(set.out)).toEqual({
      flash_message: { name: 'pause', message: 'Back at 10' },
    });
    expect(await read()).toEqual({ name: 'pause', message: 'Back at 10' });
    expect((await here('flash', 'set', 'Bad name', '--text', 'x')).code).toBe(1);
    expect((await here('flash', 'set', 'pause')).code).toBe(2);
    expect((await here('flash', 'remove', 'pause')).code).toBe(0);
    expect(await read()).toBeNull();
  });
});
