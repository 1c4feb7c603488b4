// Packs the package as npm publishes it, uses it as other developers do, and makes its reference. Needs a build.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeApiReference } from './api-reference.mjs';
import { runIn, runNpm, runNpx } from './run-npm.mjs';

const REACT_VERSIONS = ['18.3.1', '19.3.1'];
/** Not installed with the other packages, because it brings a second TypeScript: npx downloads it. */
const ARE_THE_TYPES_WRONG = '@arethetypeswrong/cli@0.18.5';
const folder = mkdtempSync(join(tmpdir(), 'earshot-package-'));

try {
  await Promise.all([checkPacked(), writeApiReference(join(folder, 'reference'))]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkPacked() {
  await runIn(process.cwd(), process.execPath, 'node_modules/publint/src/cli.js', '--strict');
  const packed = await runNpm(folder, 'pack', process.cwd(), '--silent', '--ignore-scripts');
  const tarball = join(folder, packed.trim());
  // The stylesheet is no module, and `internal` is not there for other packages.
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', 'internal', 'styles.css'];
  await runNpx([ARE_THE_TYPES_WRONG], 'attw', tarball, ...options, '--format', 'ascii', '--quiet');
  const plain = await install('no-react', tarball);
  await checkWithoutReact(plain);
  await checkStyles(plain);
  await checkCommand(plain);
  for (const version of REACT_VERSIONS) {
    const app = await install(version, `react@${version}`, `react-dom@${version}`, tarball);
    copyFileSync('tests/package/react-app.mjs', join(app, 'app.mjs'));
    process.stdout.write(await runIn(app, process.execPath, 'app.mjs', process.cwd()));
  }
}

async function checkWithoutReact(app) {
  const entries = ['earshot', 'earshot/embed', 'earshot/contract'];
  const code = entries.map((entry) => `await import('${entry}');`).join('');
  await runIn(app, process.execPath, '--input-type=module', '--eval', code);
  process.stdout.write('No React: earshot, earshot/embed and earshot/contract can be imported\n');
}

/** TypeScript 6 looks for the types of an import without a name, too. */
async function checkStyles(app) {
  writeFileSync(join(app, 'styles.ts'), "import 'earshot/styles.css';\n");
  const options = ['--noEmit', '--module', 'nodenext', '--noUncheckedSideEffectImports'];
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc');
  await runIn(app, process.execPath, tsc, ...options, 'styles.ts');
  process.stdout.write('TypeScript: earshot/styles.css can be imported\n');
}

/** The command runs as users run it, in a folder without Playwright. */
async function checkCommand(app) {
  const said = await runIn(
    app,
    process.execPath,
    'node_modules/.bin/earshot',
    'conformance',
    '--list',
  );
  if (!said.includes('ranges/suffix')) throw new Error(`earshot conformance --list said: ${said}`);
  process.stdout.write('The command: earshot conformance lists its checks\n');
}

async function install(name, ...packages) {
  const app = join(folder, name);
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await runNpm(app, 'install', '--no-audit', '--no-fund', '--prefer-offline', ...packages);
  return app;
}
