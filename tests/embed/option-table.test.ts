import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: this script has no types
import { editorData, elementsManifest, withOptions } from '../../scripts/embed-options.mjs';
import * as table from '../../src/embed/option-table.ts';
import { readOptions } from '../../src/embed/options.ts';

const { OPTION_NAMES, OPTION_TABLE, URL_OPTION_NAMES } = table;

describe('OPTION_TABLE', () => {
  it('is the table of docs/embed.md (else run node scripts/embed-options.mjs)', () => {
    const document = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8');
    expect(withOptions(document, table)).toBe(document);
  });

  it.each([
    ['custom-elements.json', elementsManifest],
    ['html-custom-data.json', editorData],
  ])('is what editors know by %s (else run node scripts/embed-options.mjs)', (name, write) => {
    const file = readFileSync(new URL(`../../src/embed/${name}`, import.meta.url), 'utf8');
    expect(file).toBe(write(table));
  });

  it('lists the options in the order of the address', () => {
    const ofThePage = ['resource', 'width', 'height', 'continue'];
    expect(OPTION_NAMES.filter((name) => !ofThePage.includes(name))).toEqual([...URL_OPTION_NAMES]);
  });

  it.each(OPTION_NAMES)(
    'accepts every choice of %s, and only values that match its form',
    (name) => {
      const row = OPTION_TABLE[name];
      const choices: readonly string[] = 'choices' in row ? (row.choices ?? []) : [];
      for (const choice of choices) {
        expect(row.form.test(choice)).toBe(true);
        expect(readOptions((asked) => (asked === name ? choice : ''))).toEqual({
          [name]: row.read(choice),
        });
      }
      for (const text of ['', 'nonsense', '<b>', 'true\n', ' ']) {
        expect(row.form.test(text), text).toBe(false);
        expect(row.read(text), text).toBeUndefined();
      }
    },
  );
});
