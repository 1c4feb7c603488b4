// `node scripts/check-wordpress.mjs`: every kind of embed in a real WordPress, with and without the plugin. Sets up
// WordPress, PHP and MariaDB in a temporary folder, drives them with a browser, and takes everything away again.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.mjs';
import { buildIfNeeded } from './start.mjs';

const PACKAGES = [
  'wordpress',
  'wordpress-theme-twentytwentyone',
  'wordpress-theme-twentytwentythree',
  'php-cli',
  'php-mysql',
  'mariadb-server',
];

const isInstalled = (name) =>
  /^Status: install ok installed$/m.test(
    spawnSync('dpkg', ['-s', name], { encoding: 'utf8' }).stdout ?? '',
  );
const findMissing = () => PACKAGES.filter((name) => !isInstalled(name));

function installFromDebian(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...names);
}

if (findMissing().length > 0) installFromDebian(findMissing());
if (findMissing().length > 0) {
  process.stderr.write(`This needs Debian's packages ${findMissing().join(', ')}.\n`);
  process.exit(1);
}
await buildIfNeeded();
process.env.CHROMIUM_PATH = await findBrowser();
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', 'wordpress', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
