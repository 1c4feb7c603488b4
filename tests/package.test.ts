// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const path = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const ENTRIES = ['index', 'react', 'bar', 'embed', 'contract'];

/** The names that TypeScript lists as values of a module. */
function declaredValues(file: string): string[] {
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : [])
    .filter((symbol) => {
      const isAlias = symbol.flags & ts.SymbolFlags.Alias;
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      // `export { type X }` exports a name that cannot be used as a value.
      const isTypeOnly = symbol.declarations?.some(
        (node) => ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly),
      );
      return (target.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly;
    })
    .map(({ name }) => name)
    .sort();
}

describe.skipIf(!existsSync(path('dist/index.js')))(
  'the built package (needs npm run build)',
  () => {
    it.each(ENTRIES)('declares for %s exactly the values that exist', async (entry) => {
      const module = await import(/* @vite-ignore */ pathToFileURL(path(`dist/${entry}.js`)).href);
      expect(declaredValues(path(`dist/${entry}.d.ts`))).toEqual(Object.keys(module).sort());
    });

    it.each(['react', 'bar'])('marks the entry %s as code for the browser', (entry) => {
      expect(readFileSync(path(`dist/${entry}.js`), 'utf8')).toMatch(/^"use client";/);
    });

    it('has a command that needs no other package', () => {
      const code = readFileSync(path('dist/cli.js'), 'utf8');
      expect(code).toMatch(/^#!\/usr\/bin\/env node\n/);
      const imported = [...code.matchAll(/(?:^|[;\n])import\b[^"'`]*["']([^"']+)["']/g)];
      expect(imported.length).toBeGreaterThan(3);
      expect(imported.filter(([, name]) => !name?.startsWith('node:'))).toEqual([]);
    });

    it('has source maps that hold their sources', () => {
      const maps = readdirSync(path('dist'), { recursive: true }).filter((file) =>
        String(file).endsWith('.js.map'),
      );
      const empty = maps.filter((file) => {
        const { sources, sourcesContent = [] } = JSON.parse(
          readFileSync(path(`dist/${file}`), 'utf8'),
        );
        return sources.some((_: string, index: number) => !sourcesContent[index]);
      });
      expect([maps.length > 0, empty]).toEqual([true, []]);
    });
  },
);

describe('package.json', () => {
  const { exports, files, dependencies, ...rest } = JSON.parse(
    readFileSync(path('package.json'), 'utf8'),
  );

  it('exports only files that the package contains', () => {
    const targets = Object.values(exports).flatMap((target) => Object.values(Object(target)));
    const outside = targets
      .filter((target): target is string => typeof target === 'string' && target.length > 1)
      .filter((target) => !files.includes(target.split('/')[1]));
    expect(outside).toEqual([]);
  });

  it('has its command in a file of the package', () => {
    expect(rest.bin).toEqual({ earshot: 'dist/cli.js' });
    expect(files).toContain('dist');
  });

  it('keeps earshot/internal from other packages', () => {
    expect(Object.keys(exports['./internal'])).toEqual(['earshot-source']);
  });

  it('lets apps share the dependencies, and needs React only for earshot/react', () => {
    expect(Object.values(dependencies).filter((range) => !/^\^/.test(String(range)))).toEqual([]);
    expect(rest.peerDependenciesMeta.react).toEqual({ optional: true });
  });

  it.each(['repository', 'homepage', 'keywords', 'bugs'])('names its %s', (field) => {
    expect(rest[field]).toBeTruthy();
  });
});

describe('rollup/package.json', () => {
  // `npm ci --omit=dev && npm start` installs the dependencies of the workspaces only.
  it('lists each package that a build imports', () => {
    const { dependencies } = JSON.parse(readFileSync(path('rollup/package.json'), 'utf8'));
    const files = [
      ...['rollup.config.mjs', 'scripts/build.mjs', 'scripts/build-target.mjs'],
      ...readdirSync(path('rollup'), { recursive: true }).map((file) => `rollup/${file}`),
    ].filter((file) => file.endsWith('.mjs'));
    const imported = files.flatMap((file) =>
      [...readFileSync(path(file), 'utf8').matchAll(/^import .* from '(@[\w-]+\/[\w-]+|[\w:-]+)/gm)]
        .map(([, name]) => String(name))
        .filter((name) => !name.startsWith('node:')),
    );
    expect(imported).toContain('rollup');
    expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
  });
});

describe('a release', () => {
  const versionOf = (file: string) => JSON.parse(readFileSync(path(file), 'utf8')).version;
  const version: string = versionOf('package.json');

  it.each(['rollup', 'site', 'server'])('has one version: %s', (workspace) => {
    expect(versionOf(`${workspace}/package.json`)).toBe(version);
    expect(JSON.parse(readFileSync(path('package-lock.json'), 'utf8')).packages[workspace]).toEqual(
      expect.objectContaining({ version }),
    );
  });

  it('has its date in CHANGELOG.md', () => {
    const releases = readFileSync(path('CHANGELOG.md'), 'utf8').matchAll(/^## (\d.*)$/gm);
    const [latest] = Array.from(releases, ([, heading]) => heading);
    expect(latest).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
    expect(latest?.split(' ')[0]).toBe(version);
  });

  it.each([
    ['Dockerfile', `\nARG VERSION=${version}\n`],
    ['deploy/kubernetes.yaml', `image: registry.example/earshot:${version}\n`],
  ])('is the version in %s', (file, text) => {
    expect(readFileSync(path(file), 'utf8')).toContain(text);
  });

  it('has a database of its own for the tests of migrations', () => {
    const releases = readdirSync(path('server/tests/platform/database/releases'));
    expect(releases).toContain(`${version}.sql`);
  });

  it('is the supported version of SECURITY.md', () => {
    const minor = version.split('.').slice(0, 2).join('.');
    expect(readFileSync(path('SECURITY.md'), 'utf8')).toContain(
      `| ${minor}, the latest minor version | yes |`,
    );
  });
});
