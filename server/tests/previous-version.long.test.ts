import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { FROM_0065 } from '../src/platform/database/migrations/from-0065.ts';

// During an upgrade of several processes, some still run the version before it, on the tables of the new one. So a
// migration may add, and may remove only things that the version before it no longer uses (expand and contract).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DATABASE = 'server/src/platform/database';

/** Folders of the repository with packages of their own. */
const WORKSPACES = ['.', 'server', 'site'];

/** Tests of the earlier version that write and read most tables. */
const FEATURES = [
  ...['chapters', 'deletions', 'episodes', 'follows', 'likes'],
  ...['messages', 'schedules', 'shows', 'uploads/routes', 'uploads/tus', 'users/'],
];

const run = promisify(execFile);

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return ''; // not a clone
  }
};

/** The last release. Before the first one, the commit before the one that wrote the name of the newest migration. */
function findPrevious(): string {
  const released = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  if (released) return released;
  const name = Object.keys(FROM_0065).at(-1);
  const commits = git('log', '--format=%H', `-S'${name}'`, '--', DATABASE);
  return commits && git('rev-parse', '--verify', '--quiet', `${commits.split('\n').at(-1)}^`);
}

const previous = findPrevious();
let folder = '';
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Links the installed packages, except those of the repository: the earlier version has its own. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('@')) await linkPackages(join(from, name), join(to, name));
    else if (name !== '.bin' && !name.startsWith('.vite')) {
      const target = await realpath(join(from, name));
      const isOwn = !target.includes('/node_modules/');
      await symlink(isOwn ? join(folder, target.slice(ROOT.length)) : target, join(to, name));
    }
  }
}

/** Installs the packages that only the earlier version uses. */
async function installRemoved(): Promise<void> {
  const removed = new Map<string, string>();
  for (const workspace of WORKSPACES) {
    const file = await readFile(join(folder, workspace, 'package.json'), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(file);
    const packages = Object.entries<string>({ ...dependencies, ...devDependencies });
    for (const [name, version] of packages) {
      const places = ['.', workspace].map((place) => join(folder, place, 'node_modules', name));
      if (!places.some((place) => existsSync(place))) removed.set(name, version);
    }
  }
  if (removed.size === 0) return;
  const prefix = join(folder, 'removed');
  await mkdir(prefix);
  const names = [...removed].map(([name, version]) => `${name}@${version}`);
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', prefix, ...names]);
  for (const name of removed.keys()) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(prefix, 'node_modules', name), link);
  }
}

describe.skipIf(!previous)(
  'the version before this one (needs the history of the repository)',
  () => {
    it('works on the tables of this version', { timeout: 600_000 }, async () => {
      folder = await mkdtemp(join(tmpdir(), 'earshot-previous-'));
      const tree = join(folder, 'tree.tar');
      execFileSync('git', ['-C', ROOT, 'archive', '-o', tree, previous]);
      execFileSync('tar', ['-xf', tree, '-C', folder]);
      for (const part of ['migrations', 'migrations.ts']) {
        await rm(join(folder, DATABASE, part), { recursive: true, force: true });
        await cp(join(ROOT, DATABASE, part), join(folder, DATABASE, part), { recursive: true });
      }
      for (const workspace of WORKSPACES) {
        const modules = join(workspace, 'node_modules');
        await linkPackages(join(ROOT, modules), join(folder, modules)).catch((error) => {
          if (error.code !== 'ENOENT') throw error;
        });
      }
      await installRemoved();
      const files = FEATURES.map((name) => `server/tests/features/${name}`);
      const vitest = join(
        dirname(fileURLToPath(import.meta.resolve('vitest'))),
        '..',
        'vitest.mjs',
      );
      const { stdout, stderr } = await run(
        process.execPath,
        [vitest, 'run', '--project', 'server', '--reporter', 'json', ...files],
        // The end of a run removes what has its name, so this one must not share that of the run around it.
        { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, EARSHOT_TEST_RUN: undefined } },
      ).catch((error: { stdout: string; stderr: string }) => error);
      const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
      expect(listFailures(report), stderr).toEqual([]);
      expect(report.numPassedTests).toBeGreaterThan(200);
    });
  },
);

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const listFailures = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, message, status, assertionResults }) => [
    ...(status === 'failed' && message ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.slice(0, 500)}`),
  ]);
