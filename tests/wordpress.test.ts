import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script, without types
import { pluginOptions } from '../scripts/embed-options.mjs';
// @ts-expect-error: a script, without types
import { findTexts, makeLanguages, readPo } from '../scripts/wordpress-languages.mjs';
import * as table from '../src/embed/option-table.ts';

const at = (path: string) => new URL(`../integrations/wordpress/${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');
const block = JSON.parse(read('block/block.json'));
const languages = readdirSync(at('languages'));

describe('the WordPress plugin', () => {
  it('knows the options of the table (else run node scripts/embed-options.mjs)', () => {
    expect(read('options.json')).toBe(pluginOptions(table));
  });

  it("names one version everywhere, the package's", () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    expect(block.version).toBe(version);
    expect(read('earshot.php')).toContain(`\n * Version:           ${version}\n`);
    expect(read('readme.txt')).toContain(`\nStable tag: ${version}\n`);
    expect(read('readme.txt')).toContain(`\n= ${version} =\n`);
    expect(read('block/editor.asset.php')).toContain(`'${version}'`);
  });

  it.each(languages.filter((name) => name.endsWith('.po')))('says everything in %s', (name) => {
    const entries: Map<string, string> = readPo(read(`languages/${name}`));
    const texts: string[] = findTexts();
    expect(texts.length).toBeGreaterThan(25);
    expect([...entries.keys()].filter(Boolean).sort()).toEqual([...texts].sort());
    expect([...entries].filter(([, translation]) => !translation)).toEqual([]);
  });

  it('brings its translations along as WordPress reads them', () => {
    const files: Map<string, Buffer> = makeLanguages();
    for (const [name, content] of files) {
      const isSame = readFileSync(at(`languages/${name}`)).equals(content);
      expect(isSame, `${name}: run node scripts/wordpress-languages.mjs`).toBe(true);
    }
    expect(languages.filter((name) => !name.endsWith('.po')).sort()).toEqual(
      [...files.keys()].sort(),
    );
  });

  it('runs no code outside of WordPress', () => {
    const files = readdirSync(at(''), { recursive: true }).map(String);
    const code = files.filter((name) => name.endsWith('.php') && !name.endsWith('.asset.php'));
    expect(code.length).toBeGreaterThan(7);
    for (const name of code) {
      expect(read(name), name).toMatch(
        /\ndefined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;\n/,
      );
    }
  });
});
