import { execFile } from 'node:child_process';
import { lchown, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';

const run = promisify(execFile);

/** The user that PostgreSQL runs as. It refuses to run as root. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

const SYSTEM_USER = 'earshot';

/** Null if this process belongs to an ordinary user: PostgreSQL then runs as the same user. */
export async function findDatabaseUser(dataFolder: string): Promise<DatabaseUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(dataFolder).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp('postgres')) ?? (await lookUp(SYSTEM_USER)) ?? createSystemUser();
}

/**
 * PostgreSQL makes a database only for a user with a name, which a container started with a number does not have.
 * @throws StartError
 */
export function requireName(user: DatabaseUser | null): void {
  if (user) return;
  try {
    userInfo();
  } catch (cause) {
    const id = process.getuid?.();
    throw new StartError(
      `The user ${id} has no line in /etc/passwd, which PostgreSQL needs: add one (earshot:x:${id}:0::/:/sbin/nologin), start as another user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

async function lookUp(name: string): Promise<DatabaseUser | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return null; // the user does not exist
  }
}

async function createSystemUser(): Promise<DatabaseUser> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', SYSTEM_USER]);
  } catch (cause) {
    const advice = 'Start as an ordinary user, or create a system user named "postgres".';
    throw new StartError(
      `PostgreSQL does not run as root, and no user could be made for it. ${advice}`,
      { cause },
    );
  }
  const user = await lookUp(SYSTEM_USER);
  if (!user)
    throw new StartError(`The system user "${SYSTEM_USER}" could not be found after it was made.`);
  return user;
}

/**
 * PostgreSQL only starts on files of its own user. Files owned by root are a copy, because PostgreSQL never ran as
 * root.
 */
export async function takeFromRoot(user: DatabaseUser, folder: string): Promise<void> {
  if ((await stat(folder)).uid !== 0) return;
  const names = await readdir(folder, { recursive: true });
  // The folder comes last, so that a start that is killed before is repeated.
  for (const name of [...names, '.']) await lchown(join(folder, name), user.uid, user.gid);
}

/**
 * Runs a PostgreSQL tool as that user. If its files lie below a folder that only root may enter (such as /root), it
 * keeps the one capability to pass through folders, and no other right of root.
 */
export async function runAs(
  user: DatabaseUser | null,
  file: string,
  args: string[],
  reaches: string[],
): Promise<string> {
  const options = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, maxBuffer: 1 << 20 };
  if (!user) return (await run(file, args, options)).stdout;
  if (await canReach([file, ...reaches])) {
    return (await run(file, args, { ...options, ...user })).stdout;
  }
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const ability = '+dac_read_search,+dac_override'; // containers often grant only the second
  const caps = [`--inh-caps=${ability}`, `--ambient-caps=${ability}`];
  return (await run('setpriv', [...identity, ...caps, file, ...args], options)).stdout;
}

async function canReach(paths: string[]): Promise<boolean> {
  const OTHERS_MAY_ENTER = 0o001;
  for (const path of paths) {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      if (((await stat(folder)).mode & OTHERS_MAY_ENTER) === 0) return false;
    }
  }
  return true;
}
