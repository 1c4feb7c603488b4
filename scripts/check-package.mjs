// Packs the package as npm publishes it, and uses it as other developers do. Needs a build.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REACT_VERSIONS = ['18.3.1', '19.3.1'];
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
const folder = mkdtempSync(join(tmpdir(), 'earshot-package-'));

try {
  run(folder, ...npm, 'pack', process.cwd(), '--silent', '--ignore-scripts');
  const tarball = join(folder, 'earshot-0.1.0.tgz');
  // The stylesheet has no types, and `internal` is not there for other packages.
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', 'internal', 'styles.css'];
  const attw = 'node_modules/@arethetypeswrong/cli/dist/index.js';
  run(process.cwd(), process.execPath, attw, tarball, ...options, '--format', 'ascii', '--quiet');
  checkWithoutReact(install('no-react', tarball));
  for (const version of REACT_VERSIONS) {
    const app = install(version, `react@${version}`, `react-dom@${version}`, tarball);
    copyFileSync('tests/package/react-app.mjs', join(app, 'app.mjs'));
    process.stdout.write(run(app, process.execPath, 'app.mjs', process.cwd()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkWithoutReact(app) {
  const entries = ['earshot', 'earshot/embed', 'earshot/contract'];
  const code = entries.map((entry) => `await import('${entry}');`).join('');
  run(app, process.execPath, '--input-type=module', '--eval', code);
  process.stdout.write('No React: earshot, earshot/embed and earshot/contract can be imported\n');
}

function install(name, ...packages) {
  const app = join(folder, name);
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(app, ...npm, 'install', '--no-audit', '--no-fund', '--prefer-offline', ...packages);
  return app;
}

function run(cwd, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(`${[command, ...args].join(' ')}\n${stdout}${stderr}`);
  throw new Error(`The package cannot be used: ${args.join(' ')} failed.`);
}
