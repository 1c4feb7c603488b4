import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { memoryFolder } from './memory-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const NEEDED = ['/usr/bin/buildah', '/usr/bin/podman', '/usr/sbin/runc', '/usr/bin/mmdebstrap'];

/**
 * Why this machine cannot build and run an image of any program. Null if it can: as root, with Debian's packages buildah,
 * podman, runc and mmdebstrap, and with packages that are reached from inside of a build.
 */
export async function findObstacle(): Promise<string | null> {
  const missing = NEEDED.filter((path) => !existsSync(path));
  if (process.getuid?.() !== 0) return 'only root can';
  if (missing.length > 0) return `there is no ${missing.join(', ')}`;
  const folder = await mkdtemp(join(tmpdir(), 'earshot-trial-'));
  try {
    await needBase();
    await writeFile(join(folder, 'Dockerfile'), TRIAL);
    const tag = ['--tag', 'localhost/earshot-trial'];
    await run('buildah', ['build', ...(await networkOptions(folder)), ...BUILD, ...tag, folder]);
    await podman('run', '--rm', '--network', 'host', ...LIMITS, 'localhost/earshot-trial');
    await run('podman', ['rmi', '--force', 'localhost/earshot-trial']);
    return null;
  } catch (error) {
    return (error as Error).message.slice(-500);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An image with nothing of this repository. */
const TRIAL = `ARG BASE_IMAGE
FROM $BASE_IMAGE
RUN npm view nanoid version
CMD ["node", "--version"]
`;

const BASE = `localhost/earshot-base:node-${process.versions.node}`;
export const IMAGE = 'localhost/earshot:test';

/** Builds the image on a Debian with the Node of this machine: other registries are not needed. */
export async function buildTestImage(): Promise<void> {
  await needBase();
  await run('podman', ['rmi', '--force', IMAGE]).catch(() => {}); // else an image without a name stays behind
  const folder = await mkdtemp(join(tmpdir(), 'earshot-image-'));
  try {
    const tag = ['--tag', IMAGE];
    await run('buildah', ['build', ...(await networkOptions(folder)), ...BUILD, ...tag, ROOT], {
      maxBuffer: 64 << 20,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const BUILD = [
  ...['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--layers=false'],
  ...['--build-arg', `BASE_IMAGE=${BASE}`],
];

/** The registry and the certificates of this machine's npm. */
async function networkOptions(folder: string): Promise<string[]> {
  const ask = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();
  const [registry, certificates] = await Promise.all([ask('registry'), ask('cafile')]);
  const hasOwn = existsSync(certificates);
  const lines = [`registry=${registry}`, ...(hasOwn ? ['cafile=/certificates'] : [])];
  await writeFile(join(folder, 'npmrc'), `${lines.join('\n')}\n`);
  return [
    ...['--volume', `${folder}/npmrc:/root/.npmrc:ro`],
    ...(hasOwn ? ['--volume', `${realpathSync(certificates)}:/certificates:ro`] : []),
  ];
}

async function needBase(): Promise<void> {
  const hasBase = await run('podman', ['image', 'exists', BASE]).then(
    () => true,
    () => false,
  );
  if (!hasBase) await makeBase();
}

/** As node:22-bookworm-slim: the smallest Debian without documents, Node, and npm. */
async function makeBase(): Promise<void> {
  const npm = dirname(dirname(realpathSync((await run('which', ['npm'])).stdout.trim())));
  const hooks = [
    'mkdir -p "$1/usr/local/bin" "$1/usr/local/lib/node_modules"',
    `copy-in ${realpathSync(process.execPath)} /usr/local/bin`,
    `copy-in ${npm} /usr/local/lib/node_modules`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
  ];
  const folder = await mkdtemp(join(memoryFolder(), 'earshot-base-'));
  const file = join(folder, 'base.tar');
  const unwanted = ['doc', 'locale', 'man'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  try {
    await run('mmdebstrap', [
      ...['--quiet', '--variant=minbase', '--include=usr-is-merged', ...unwanted],
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      ...['bookworm', file],
    ]);
    await run('podman', ['import', '--quiet', file, BASE]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The options of a container that this test may start without any right over the machine's limits. */
const LIMITS = [
  ...['--ulimit', 'nofile=4000:4000', '--ulimit', 'nproc=4000:4000'],
  '--no-healthcheck', // podman asks systemd to run it
];

export const podman = (...args: string[]) => run('podman', ['--runtime', 'runc', ...args]);

/** The arguments of `podman` that run the image on the network of this machine. */
export const runArguments = (options: readonly string[], ...command: string[]): string[] => [
  ...['--runtime', 'runc', 'run', '--rm', '--network', 'host', ...LIMITS],
  ...options,
  IMAGE,
  ...command,
];
