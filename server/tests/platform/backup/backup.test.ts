import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkAccounts } from '../../../src/features/accounts/check-accounts.ts';
import { collectGarbage } from '../../../src/features/media/media.ts';
import { indexAll } from '../../../src/features/search/search.ts';
import { checkMedia } from '../../../src/features/uploads/check-media.ts';
import { writeZip } from '../../../src/platform/archives/write-zip.ts';
import { fileAt } from '../../../src/platform/backup/backup-file.ts';
import { openBackup } from '../../../src/platform/backup/open-backup.ts';
import { restoreBackup } from '../../../src/platform/backup/restore-backup.ts';
import { writeBackup } from '../../../src/platform/backup/write-backup.ts';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { latestMigration } from '../../../src/platform/database/migrations.ts';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { fingerprint } from '../../helpers/fingerprint.ts';
import { TEST_STORES, type TestStore } from '../../helpers/media-stores.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { makeBareDatabase } from '../../helpers/test-database.ts';

let test: TestApp;
let source: OpenDatabase;
let folder = '';
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  test = await openTestApp();
  source = await openDatabase({ databaseUrl: test.databaseUrl, dataDir: '', report() {} });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-backup-'));
  ends.push(() => rm(folder, { recursive: true }));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await source?.close();
  await test?.close();
});

const fileIn = (name = 'backup.zip') => join(folder, name);

const sourceDeps = () => ({ opened: source, store: test.store, dataDir: test.publicFolder });

async function back(path = fileIn()): Promise<string> {
  await writeBackup(sourceDeps(), { path });
  return path;
}

/** A new, empty host. */
async function newHost(openStore: () => Promise<TestStore>, upTo?: string) {
  const { url, drop } = await makeBareDatabase();
  ends.push(drop);
  const options = { databaseUrl: url, dataDir: '', report() {}, ...(upTo ? { upTo } : {}) };
  const opened = await openDatabase(options);
  ends.push(opened.close);
  const stores = await openStore();
  ends.push(stores.close);
  const store = await stores.open();
  return { opened, store, dataDir: join(folder, 'data'), database: opened.database };
}

async function restore(path: string, openStore: () => Promise<TestStore>) {
  const backup = await openBackup(fileAt(path));
  ends.push(async () => backup.close());
  const host = await newHost(openStore, backup.manifest.migration);
  await restoreBackup(host, backup);
  return host;
}

async function problems(host: { database: OpenDatabase['database']; store: MediaStore }) {
  const found: unknown[] = [];
  for await (const text of checkAccounts(host)) found.push(text);
  for await (const problem of checkMedia(host)) found.push(problem);
  return found;
}

const [[, folderStore]] = TEST_STORES;

/** Likes and messages in pairs, as fast as they go, until it is stopped. */
async function writePairs() {
  const { userId: user_id } = await test.signIn();
  const show_id = await addShow(test.database, user_id);
  let isOn = true;
  let pairs = 0;
  const work = (async () => {
    while (isOn) {
      const episode_id = await addEpisode(test.database, show_id);
      await test.database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('messages')
          .values({ user_id, episode_id, text: 'x' })
          .execute();
        await transaction.insertInto('likes').values({ user_id, episode_id }).execute();
      });
      pairs += 1;
    }
  })();
  await vi.waitFor(() => expect(pairs).toBeGreaterThan(0));
  return {
    user_id,
    async stop() {
      isOn = false;
      await work;
      return pairs;
    },
  };
}

/** Tags are counted again after a restore, and so have other ids. */
async function withoutTagIds(database: OpenDatabase['database']) {
  const { tags, search_documents, search_documents_tag, ...others } = await fingerprint(database);
  return others;
}

/** The kinds and titles of all that searches find. */
async function searchable(database: OpenDatabase['database']) {
  const { rows } = await sql`
    select kind, title from search_documents order by kind, title, id`.execute(database);
  return rows;
}

/** A row of a table whose ids come from a `serial`. */
async function addAct(database: OpenDatabase['database'], object_id: string): Promise<void> {
  const object = { object_kind: 'show', object_id, object_name: object_id, changes: '{}' };
  await database
    .insertInto('audit_log')
    .values({ user_name: 'Ann', action: 'show.edit', address: '192.0.2.0', ...object })
    .execute();
}

describe.each(TEST_STORES)('a backup that is restored to %s', (_, openStore) => {
  it('has every row and every file, and check finds nothing', async () => {
    const { database } = test;
    await test.deps.jobs.add(
      database,
      'send_mail',
      {
        id: 'x',
        to: 'ann@example.org',
        subject: 'Later',
        text: 'Hello \\ "you"',
      },
      { runAt: new Date('2040-01-01'), key: 'later' },
    );
    await indexAll(database);
    const [before, found] = [await withoutTagIds(database), await searchable(database)];
    expect(found).toContainEqual({ kind: 'tag', title: 'acoustics' });
    const host = await restore(await back(), openStore);
    await indexAll(host.database);
    expect(await withoutTagIds(host.database)).toEqual(before);
    expect(await searchable(host.database)).toEqual(found);
    expect(await problems(host)).toEqual([]);
    for await (const { sha256 } of test.store.list()) {
      const [one, other] = [await test.store.read(sha256), await host.store.read(sha256)];
      expect((await buffer(one)).equals(await buffer(other))).toBe(true);
    }
    const { rows } = await sql`select task_identifier, run_at, key from graphile_worker.jobs
      where key = 'later'`.execute(host.database);
    expect(rows).toEqual([
      { task_identifier: 'send_mail', run_at: new Date('2040-01-01'), key: 'later' },
    ]);
    await test.deps.jobs.cancel(database, 'later');

    await writeBackup(host, { path: fileIn('again.zip') });
    const [first, again] = [
      await openBackup(fileAt(fileIn())),
      await openBackup(fileAt(fileIn('again.zip'))),
    ];
    const media = ({ manifest }: typeof first) =>
      manifest.files.filter(({ name }) => name.startsWith('media/'));
    expect(media(again)).toEqual(media(first));
    first.close();
    again.close();
  });

  it('is of one moment, while likes are being written, and new rows go on behind the old ones', async () => {
    const writer = await writePairs();
    await addAct(test.database, 'before');
    const path = await back();
    const pairs = await writer.stop();
    const host = await restore(path, openStore);
    const count = async (table: 'likes' | 'messages') =>
      (
        await host.database
          .selectFrom(table)
          .select('episode_id')
          .where('user_id', '=', writer.user_id)
          .execute()
      ).length;
    const [likes, messages] = [await count('likes'), await count('messages')];
    expect(likes).toBe(messages);
    expect(likes).toBeGreaterThan(0);
    expect(likes).toBeLessThanOrEqual(pairs);
    const show_id = await addShow(host.database, writer.user_id, { permalink: 'after-restore' });
    await addEpisode(host.database, show_id, { permalink: 'after-restore' });
    await addAct(host.database, 'after');
    expect(await problems(host)).toEqual([]);
  });
});

describe('writeBackup', () => {
  it('refuses a file that exists, and leaves no part behind if it fails', async () => {
    const path = await back();
    const before = await readFile(path);
    await expect(back()).rejects.toThrow('exists already');
    const reading = vi.spyOn(test.store, 'read').mockImplementation(async () =>
      Readable.from(
        (async function* broken() {
          yield Buffer.from('a part');
          throw new Error('lost');
        })(),
      ),
    );
    await expect(back(fileIn('second.zip'))).rejects.toThrow('lost');
    reading.mockRestore();
    expect(await readdir(folder)).toEqual(['backup.zip']);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('names files that the storage has lost, and keeps the rest', async () => {
    const bytes = randomBytes(9);
    const draft = await test.store.receive(Readable.from([bytes]), bytes.length);
    const { sha256 } = draft;
    await draft.discard();
    const media = {
      kind: 'audio',
      mime_type: 'audio/mpeg',
      extension: 'mp3',
      duration: 1,
    } as const;
    await test.database
      .insertInto('media')
      .values({ ...media, sha256, file_size: 9 })
      .execute();
    const { missing } = await writeBackup(sourceDeps(), { path: fileIn() });
    expect(missing).toEqual([sha256]);
    await test.database.deleteFrom('media').where('sha256', '=', sha256).execute();
  });

  it('keeps files from being collected while it copies them', async () => {
    const bytes = randomBytes(99);
    const draft = await test.store.receive(Readable.from([bytes]), bytes.length);
    await draft.keep();
    const later = new Date(Date.now() + 2 * 86_400_000);
    const collect = () => collectGarbage(test.deps, { now: later });
    const reading = vi.spyOn(test.store, 'read').mockImplementationOnce(async (sha256) => {
      expect(await collect()).toEqual({ files: 0, bytes: 0 });
      return test.store.read(sha256);
    });
    await back();
    expect(reading).toHaveBeenCalled();
    reading.mockRestore();
    expect((await collect()).files).toBe(1);
  });
});

describe('openBackup', () => {
  it.each(['an empty file', 'half a backup', 'a backup without its last byte'])(
    'refuses %s',
    async (which) => {
      const path = await back();
      const { length } = await readFile(path);
      const kept = { 'an empty file': 0, 'half a backup': length >> 1 }[which] ?? length - 1;
      await truncate(path, kept);
      await expect(openBackup(fileAt(path))).rejects.toThrow(
        /is damaged, and nothing was restored/,
      );
    },
  );

  it.each(['media/', 'database/users', 'manifest.json'])(
    'refuses a change of %s',
    async (which) => {
      const path = await back();
      const files = await readZip(await readFile(path));
      const changed = [...files.keys()].find((name) => name.startsWith(which)) ?? '';
      files.set(changed, Buffer.from('changed'));
      async function* entries() {
        for (const [name, content] of files) {
          yield { name, open: async () => Readable.from([content], { objectMode: false }) };
        }
      }
      await writeFile(path, await buffer(writeZip(entries())));
      await expect(openBackup(fileAt(path))).rejects.toThrow(
        /is damaged, and nothing was restored/,
      );
    },
  );

  it('refuses a byte that has changed on the disk', async () => {
    const path = await back();
    const bytes = await readFile(path);
    const at = bytes.length >> 1; // in the middle of an audio file
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(path, bytes);
    await expect(openBackup(fileAt(path))).rejects.toThrow(/is damaged/);
  });

  it('refuses a file that is no backup, and one that is not there', async () => {
    await writeFile(fileIn('text'), 'hello');
    await expect(openBackup(fileAt(fileIn('text')))).rejects.toThrow(/is damaged/);
    await expect(openBackup(fileAt(fileIn('nothing')))).rejects.toThrow('There is no file');
  });
});

describe('restoreBackup', () => {
  it('refuses a host that is not empty', async () => {
    const backup = await openBackup(fileAt(await back()));
    ends.push(async () => backup.close());
    const before = await fingerprint(test.database);
    await expect(restoreBackup(sourceDeps(), backup)).rejects.toThrow('This host is not empty');
    expect(await fingerprint(test.database)).toEqual(before);
  });

  it('refuses a host that somebody begins to use while the files arrive', async () => {
    const backup = await openBackup(fileAt(await back()));
    ends.push(async () => backup.close());
    const host = await newHost(folderStore);
    let others = 0;
    const read: typeof backup.read = async (name) => {
      const add = sql`insert into users (permalink, name) values ('ann', 'Ann')`;
      if (others++ === 0) await add.execute(host.database);
      return backup.read(name);
    };
    const restoring = restoreBackup(host, { ...backup, read });
    await expect(restoring).rejects.toThrow('This host is not empty');
    const { rows } = await sql`select name from users`.execute(host.database);
    expect(rows).toEqual([{ name: 'Ann' }]);
  });

  it('writes all rows or none', async () => {
    const backup = await openBackup(fileAt(await back()));
    ends.push(async () => backup.close());
    const host = await newHost(folderStore);
    const before = await fingerprint(host.database);
    const read: typeof backup.read = async (name) => {
      if (name === 'database/jobs.copy') throw new Error('lost');
      return backup.read(name);
    };
    await expect(restoreBackup(host, { ...backup, read })).rejects.toThrow('lost');
    expect(await fingerprint(host.database)).toEqual(before);
    await restoreBackup(host, backup); // the next attempt does it
    for (const { database } of [test, host]) await indexAll(database);
    expect(await withoutTagIds(host.database)).toEqual(await withoutTagIds(test.database));
  });

  it('brings a backup of an older version to this one', async () => {
    const old = await newHost(folderStore, '0016-schedules');
    await sql`insert into users (permalink, name) values ('ann', 'Ann')`.execute(old.database);
    await writeBackup(old, { path: fileIn('old.zip') });
    const host = await restore(fileIn('old.zip'), folderStore);
    const latest = await latestMigration(test.database);
    expect(await latestMigration(host.database)).toBe(latest);
    expect(latest).not.toBe('0016-schedules');
    const { rows } = await sql`select name from users`.execute(host.database);
    expect(rows).toEqual([{ name: 'Ann' }]);
    await sql`select from account_deletions`.execute(host.database);
  });

  it('wants a new database for a backup of an older version', async () => {
    const old = await newHost(folderStore, '0016-schedules');
    await writeBackup(old, { path: fileIn('old.zip') });
    const backup = await openBackup(fileAt(fileIn('old.zip')));
    ends.push(async () => backup.close());
    const host = await newHost(folderStore);
    await expect(restoreBackup(host, backup)).rejects.toThrow('of another version');
  });
});
