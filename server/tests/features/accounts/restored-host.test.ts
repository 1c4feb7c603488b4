import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { findProblems } from '../../../src/cli/admin/check.ts';
import { fileAt } from '../../../src/platform/backup/backup-file.ts';
import { openBackup } from '../../../src/platform/backup/open-backup.ts';
import { restoreBackup } from '../../../src/platform/backup/restore-backup.ts';
import { writeBackup } from '../../../src/platform/backup/write-backup.ts';
import { createAnswerCache } from '../../../src/platform/cache/answer-cache.ts';
import { createChangeFeed } from '../../../src/platform/cache/change-feed.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { hostKey } from '../../../src/platform/host-key.ts';
import { openMediaStore } from '../../../src/platform/storage/open-media-store.ts';
import { openSite } from '../../helpers/open-site.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { newAccount, PASSWORD, setUpApp } from '../../helpers/second-factor.ts';
import type { TestApp } from '../../helpers/test-app.ts';
import { makeBareDatabase } from '../../helpers/test-database.ts';
import { Visitor } from '../../helpers/visitor.ts';

let test: TestApp;
let folder = '';
let member: Awaited<ReturnType<typeof protectedMember>>;
const ends: (() => Promise<unknown>)[] = [];

async function protectedMember() {
  const account = await newAccount(test);
  const visitor = new Visitor(test, { as: account });
  return { ...account, ...(await setUpApp(test, visitor, account.userId)) };
}

const backupPath = () => join(folder, 'host.zip');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-restored-'));
  test = await openSite();
  member = await protectedMember();
  const { databaseUrl, store, publicFolder: dataDir } = test;
  const opened = await openDatabase({ databaseUrl, dataDir, report() {} });
  await writeBackup({ opened, store, dataDir }, { path: backupPath() });
  await opened.close();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await test?.close();
  await rm(folder, { recursive: true });
});

/** A new host with the backup. Without a key, it makes one. */
async function restore(name: string, key?: string) {
  const { url, drop } = await makeBareDatabase();
  ends.push(drop);
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  if (key !== undefined) await writeFile(join(dataDir, 'host.key'), key);
  const backup = await openBackup(fileAt(backupPath()));
  const upTo = backup.manifest.migration;
  const opened = await openDatabase({ databaseUrl: url, dataDir, upTo, report() {} });
  ends.push(opened.close);
  const store = await openMediaStore({ dataDir, s3: null });
  ends.push(store.close);
  await restoreBackup({ opened, store, dataDir }, backup);
  backup.close();
  const { database, listen, locks } = opened;
  const changes = createChangeFeed({ database, listen });
  const app = await createApp({
    ...test.deps,
    config: { ...test.deps.config, dataDir },
    database,
    listen,
    locks,
    store,
    changes,
    answers: createAnswerCache({ changes }),
  });
  ends.push(() => app.close());
  const problems: string[] = [];
  const checked = { database, store, keys: { dataDir, hostKey: null } };
  for await (const { text } of findProblems(checked)) problems.push(text);
  const logIn = async (code: string) => {
    const payload = { email: member.email, password: PASSWORD, code };
    const answer = await app.inject({ method: 'POST', url: '/api/v2/auth/login', payload });
    return answer.statusCode;
  };
  return { logIn, problems };
}

describe('a restored host', () => {
  it('lets members log in with their app and with recovery codes, if it has the host key', async () => {
    const { logIn, problems } = await restore('with-key', await hostKey(test.deps.config));
    expect(problems).toEqual([]);
    expect(await logIn(member.app.code())).toBe(201);
    expect(await logIn(member.codes[0] ?? '')).toBe(201);
    expect(await logIn(member.codes[0] ?? '')).toBe(400);
    expect(await logIn('000000')).toBe(400);
  });

  it('lets members log in with recovery codes alone, if the host key is lost', async () => {
    const { logIn, problems } = await restore('without-key');
    expect(problems).toEqual([
      expect.stringMatching(
        /^The codes of 1 authenticator apps do not work.*Put the former key back/,
      ),
    ]);
    expect(await logIn(member.app.code())).toBe(400);
    expect(await logIn(member.codes[0] ?? '')).toBe(201);
  });

  it('comes from a backup that does not hold the host key', async () => {
    const key = await hostKey(test.deps.config);
    const files = await readZip(await readFile(backupPath()));
    expect([...files.values()].some((content) => content.includes(key))).toBe(false);
  });
});
