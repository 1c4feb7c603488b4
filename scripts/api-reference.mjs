// `npm run api-reference` writes the reference of the package `earshot` to build/api-reference, as Markdown. It is made
// from the types of the built package. TypeDoc is not installed with the other packages: npx downloads it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './build.mjs';
import { runNpx } from './run-npm.mjs';

/** TypeDoc reads the code with the TypeScript that is installed beside it. */
const TYPEDOC = ['typedoc@0.28.20', 'typedoc-plugin-markdown@4.14.1', 'typescript@6.0.3'];
const ENTRIES = ['index', 'react', 'bar', 'embed', 'contract'];
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'build', 'api-reference');

const OPTIONS = {
  entryPoints: ENTRIES.map((entry) => join(ROOT, 'dist', `${entry}.d.ts`)),
  plugin: ['typedoc-plugin-markdown'],
  name: 'earshot',
  readme: 'none',
  disableSources: true, // lines of bundled types have no meaning
  excludeExternals: true, // an element inherits hundreds of names from the browser
  validation: { notExported: false },
  treatValidationWarningsAsErrors: true, // a link to a name that does not exist
  outputFileStrategy: 'modules',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  indexFormat: 'table',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  typeDeclarationVisibility: 'compact',
};

/** Writes the reference of the built package. @throws Error if it cannot be made. */
export async function writeApiReference(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const tsconfig = join(out, 'tsconfig.json');
  const options = join(out, 'typedoc.json');
  const base = join(ROOT, 'tsconfig.json');
  // The types of Node are not found from another folder, and the package needs none.
  const types = { compilerOptions: { types: [] }, include: OPTIONS.entryPoints };
  writeFileSync(tsconfig, JSON.stringify({ extends: base, ...types }));
  writeFileSync(options, JSON.stringify({ ...OPTIONS, tsconfig, out, cleanOutputDir: false }));
  await runNpx(TYPEDOC, 'typedoc', '--options', options);
  for (const file of [tsconfig, options]) rmSync(file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildIfNeeded(['sdk']);
  await writeApiReference(OUT);
  process.stdout.write(`The reference is in ${OUT}.\n`);
}
