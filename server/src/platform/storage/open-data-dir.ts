import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

export const OTHERS = 0o077;

/**
 * Makes the folder of all files of this host, or closes an existing one to other local users, and checks that this
 * process may write to it. A PostgreSQL that root starts gets the right to pass through a closed folder, and one that
 * was started before cannot read its settings again.
 * @throws StartError with the reason and its remedy
 */
export async function openDataDir(dataDir: string): Promise<void> {
  const test = join(dataDir, `.write-test-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await makeFolder(dataDir);
    if (((await stat(dataDir)).mode & OTHERS) !== 0) {
      await chmod(dataDir, 0o700).catch(() => {}); // closeToOthers() reports a folder of another user
    }
    await writeFile(test, '');
    await rm(test);
  } catch (cause) {
    throw new StartError(await explain(dataDir, cause as NodeJS.ErrnoException), { cause });
  }
}

/** Node's `recursive` tries for ever in /proc, where a folder may exist and yet take no new one. */
async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 });
  const unlessThere = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  };
  await make()
    .catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
      await makeFolder(dirname(folder));
      await make();
    })
    .catch(unlessThere);
}

async function explain(dataDir: string, { code, message }: NodeJS.ErrnoException): Promise<string> {
  if (code === 'EROFS') {
    return `DATA_DIR ${dataDir} is on a read-only file system. Mount a folder or a volume there that this program may write to (without ":ro").`;
  }
  const found = /^(EACCES|EPERM)$/.test(code ?? '') ? await findOwner(dataDir) : null;
  if (!found) return `DATA_DIR ${dataDir} can't be written to (${code ?? message}).`;
  const { folder, uid } = found;
  const self = process.geteuid?.();
  const place =
    folder === dataDir ? `DATA_DIR ${dataDir}` : `DATA_DIR ${dataDir} can't be made: ${folder}`;
  if (uid === self) {
    return `${place} may not be written to by its own user. Allow it: chmod u+rwx ${folder}`;
  }
  return `${place} belongs to user ${uid}, and this program runs as user ${self}, who may not write there. Give the folder to that user (as root: chown -R ${self}:${process.getegid?.()} ${folder}), or start the program as user ${uid}.`;
}

/** The folder, or the nearest one above it that exists. Null if this process may not even look. */
async function findOwner(path: string): Promise<{ folder: string; uid: number } | null> {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      return { folder, uid: (await stat(folder)).uid };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return null;
    }
  }
}
