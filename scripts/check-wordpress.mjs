// `node scripts/check-wordpress.mjs` tests every kind of embed in a real WordPress, with and without the plugin. If it
// runs as root on Debian, it installs missing packages. WordPress and its database live in a temporary folder.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildIfNeeded } from './build.mjs';
import { findBrowser } from './find-browser.mjs';
import { missingForWordpress } from './find-wordpress.mjs';

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

if (missingForWordpress().length > 0) installFromDebian(missingForWordpress());
if (missingForWordpress().length > 0) {
  process.stderr.write(
    `This script needs the Debian packages ${missingForWordpress().join(', ')}.\n`,
  );
  process.exit(1);
}
await buildIfNeeded();
process.env.CHROMIUM_PATH = await findBrowser();
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--project=wordpress', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
