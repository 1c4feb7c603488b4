import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../start-product.ts';

// The paths of the Debian packages.
const WORDPRESS = '/usr/share/wordpress';
const HERE = 'tests/e2e/wordpress';
const PLUGIN = 'integrations/wordpress';

export interface SetUp {
  plugin: boolean;
  /** Adds the loader to the footer of every page. */
  footScript: boolean;
  theme: 'twentytwentyone' | 'twentytwentythree';
  /** Replaces the block editor by the classic one. */
  classicEditor: boolean;
  /** WordPress's name of the language, e.g. `it_IT`; '' is English. */
  locale: string;
  /** Address of the podcast site. Default: the product. */
  url?: string;
}

export type Author = 'admin' | 'author';

export interface Draft {
  author: Author;
  content: string;
}

export interface Post {
  url: string;
  /** The content as WordPress has saved it. */
  saved: string;
}

export interface WordpressSite {
  /** Address on `127.0.0.1`, which is another site than the product's. */
  url: string;
  password: string;
  setUp(state: SetUp): void;
  publish(drafts: Draft[]): Post[];
  /** The present contents of posts. */
  read(posts: Post[]): string[];
  /** Removes the plugin. @returns its remaining settings. */
  uninstall(): unknown;
  close(): Promise<void>;
}

/** A new WordPress with its own database, in a temporary folder that `close` removes. */
export async function startWordpress(productUrl: string): Promise<WordpressSite> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-wordpress-'));
  const children: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(children.reverse().map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const socket = await startDatabase(folder, children);
    const root = join(folder, 'www');
    const url = `http://127.0.0.1:${await freePort()}`;
    const password = randomBytes(12).toString('hex');
    await copyFiles(root);
    await writeFile(join(root, 'wp-config.php'), configFile(url, socket));
    const cache = join(folder, 'opcache');
    await mkdir(cache);
    const php = ['-d', 'opcache.enable_cli=1', '-d', `opcache.file_cache=${cache}`];
    const run = (action: string, given: object) =>
      runPhp([...php, `${HERE}/control.php`, root, action], given);
    run('install', { password });
    children.push(servePages(url, root, php));
    await untilAnswered(url);
    return {
      url,
      password,
      setUp: (state) => void run('set-up', { url: productUrl, ...state }),
      read: (posts) => run('read', { urls: posts.map(({ url: address }) => address) }) as string[],
      publish: (drafts) => run('publish', drafts) as Post[],
      uninstall: () => run('uninstall', {}).left,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a MariaDB in `folder` that only listens on a socket. */
async function startDatabase(folder: string, children: ChildProcess[]): Promise<string> {
  const data = join(folder, 'db');
  const socket = join(data, 'db.sock');
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? ['--user=nobody'] : []; // MariaDB does not run as root
  await chmod(folder, 0o755);
  const { status, stderr } = spawnSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...user,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`MariaDB could not be set up: ${stderr}`);
  const database = spawn(
    '/usr/sbin/mariadbd',
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', ...user],
    { stdio: 'ignore' },
  );
  children.push(database);
  const create = [
    '--no-defaults',
    `--socket=${socket}`,
    '-uroot',
    '-e',
    'create database wordpress',
  ];
  await until(() => spawnSync('mariadb', create).status === 0, database);
  return socket;
}

async function copyFiles(root: string): Promise<void> {
  await cp(WORDPRESS, root, { recursive: true, dereference: true });
  await cp(PLUGIN, join(root, 'wp-content/plugins/earshot'), { recursive: true });
  await mkdir(join(root, 'wp-content/mu-plugins'));
  await cp(`${HERE}/own-machine.php`, join(root, 'wp-content/mu-plugins/own-machine.php'));
}

const configFile = (url: string, socket: string): string =>
  `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${url}' );
define( 'WP_SITEURL', '${url}' );
// WordPress makes no requests to other machines.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', true );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', '${randomBytes(16).toString('hex')}' );
	define( $name . '_SALT', '${randomBytes(16).toString('hex')}' );
}
$table_prefix = 'wp_';
require ABSPATH . 'wp-settings.php';
`.replace('<?php\n', "<?php\ndefined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );\n");

function servePages(url: string, root: string, options: string[]): ChildProcess {
  const env = { ...process.env, PHP_CLI_SERVER_WORKERS: '4' };
  // PHP gets its own process group, so that its workers end with it.
  return spawn('/usr/bin/php', [...options, '-S', new URL(url).host, '-t', root], {
    env,
    stdio: 'ignore',
    detached: true,
  });
}

/** @throws Error with PHP's output if that is not the expected JSON. A PHP notice is an error too. */
function runPhp(args: string[], given: object) {
  const { stdout, stderr } = spawnSync('/usr/bin/php', args, {
    input: JSON.stringify(given),
    encoding: 'utf8',
  });
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`WordPress said: ${stdout}${stderr}`, { cause });
  }
}

async function untilAnswered(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until(answers);
}

const RETRY_MS = 50;

async function until(isReady: () => boolean | Promise<boolean>, child?: ChildProcess) {
  while (!(await isReady())) {
    if (child && child.exitCode !== null) throw new Error(`${child.spawnfile} ended.`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.spawnfile.endsWith('php')) process.kill(-child.pid, 'SIGTERM');
  else child.kill('SIGTERM');
  await ended;
}
