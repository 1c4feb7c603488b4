import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { explainError } from '../explain-error.ts';
import { StartError } from '../start-error.ts';
import { openDataDir } from '../storage/open-data-dir.ts';
import { binaries, reasonOf } from './postmaster.ts';
import { type DatabaseUser, findDatabaseUser, requireName, runAs, takeFromRoot } from './run-as.ts';

/** The files of an embedded database, ready to start. */
export interface DatabaseFiles {
  folder: string;
  user: DatabaseUser | null;
  password: string;
}

/**
 * Finds or creates the database under `dataDir`. Several processes may do so at once.
 * @throws StartError if the folder can't be used.
 */
export async function prepareFiles(dataDir: string): Promise<DatabaseFiles> {
  const folder = join(dataDir, 'postgres');
  await openDataDir(dataDir);
  await sweepDrafts(dataDir);
  const user = await findDatabaseUser(folder);
  const password = await readPassword(dataDir);
  if (!(await isDatabase(folder))) await initialise(dataDir, { folder, user, password });
  if (user) await takeFromRoot(user, folder);
  await closeToGroup(folder);
  return { folder, user, password };
}

// The name of a draft holds the id of the process that creates it. If the process is killed, the next start removes
// it.
const DRAFT = /^(?:postgres\.new|\.initdb|\.password|\.write-test)-(\d+)/;
const ABANDONED_AFTER_MS = 10 * 60_000; // another program may have the id of the killed one by now
const ownDrafts = new Set<string>();

function draftName(dataDir: string, kind: string): string {
  const name = `${kind}-${process.pid}-${randomBytes(4).toString('hex')}`;
  ownDrafts.add(name);
  return join(dataDir, name);
}

async function sweepDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(DRAFT.exec(name)?.[1]);
    if (!pid || ownDrafts.has(name)) continue;
    const path = join(dataDir, name);
    const isNew = Date.now() - ((await modifiedAt(path)) ?? 0) < ABANDONED_AFTER_MS;
    if (isNew && pid !== process.pid && isAlive(pid)) continue;
    // If initdb outlived the process that started it, it may still add files.
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function modifiedAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  try {
    const stored = await readStored(file); // without a draft, for which a full disk has no room
    return stored ?? (await shareSecret(file, draftName(dataDir, '.password')));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartError(explainError(cause), { cause });
    throw new StartError(
      `${file} can't be used (${code ?? message}). Was it made by another system user?`,
      { cause },
    );
  }
}

/** Null before the first start. */
async function readStored(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** If two processes start at once, the first one names the file. Both then read the same complete file. */
async function shareSecret(file: string, draft: string): Promise<string> {
  try {
    await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Creates the files in a draft folder and renames it, so that a killed start leaves no incomplete database. */
async function initialise(dataDir: string, { folder, user, password }: DatabaseFiles) {
  requireName(user);
  const draft = draftName(dataDir, 'postgres.new');
  const passwordFile = draftName(dataDir, '.initdb');
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) {
      await chown(draft, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const { initdb } = await binaries();
    await runAs(user, initdb, initdbArguments(draft, passwordFile), [draft, passwordFile]);
    await rename(draft, folder);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    if (await isDatabase(folder)) return; // another start was faster
    throw new StartError(`The database under ${folder} could not be made: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const login = ['--username=earshot', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return [`--pgdata=${folder}`, ...locale, ...login, '--no-instructions'];
}

const REFUSED_MODE = 0o027; // PostgreSQL, src/include/common/file_perm.h

/** PostgreSQL refuses files that its group may change. Kubernetes gives each file of a volume to a group (`fsGroup`). */
async function closeToGroup(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  // Of a folder of another user, PostgreSQL itself says so.
  if ((mode & REFUSED_MODE) !== 0) await chmod(folder, 0o700).catch(() => {});
}

/** Whether a database of its own is under `dataDir`. */
export const hasDatabase = (dataDir: string): Promise<boolean> =>
  isDatabase(join(dataDir, 'postgres'));

async function isDatabase(folder: string): Promise<boolean> {
  return (await modifiedAt(join(folder, 'PG_VERSION'))) !== null;
}
