import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usedTokens } from '../../player-page/used-tokens.ts';

const TOKENS = ':root{color-scheme:light dark;--es-a:#fff;--es-b:var(--es-a);--es-c:1px}';

describe('usedTokens', () => {
  it('leaves out tokens that nothing uses', () => {
    expect(usedTokens(TOKENS, 'p{width:var(--es-c)}')).toBe(
      ':root{color-scheme:light dark;--es-a:#fff;--es-c:1px}',
    );
  });

  it('keeps a token that another token uses', () => {
    expect(usedTokens(TOKENS, 'p{color:var(--es-b)}')).toContain('--es-a:#fff;--es-b:var(--es-a)');
  });
});

describe('the design tokens', () => {
  it('contain every token that a stylesheet names', () => {
    const read = (file: string) => readFileSync(file, 'utf8');
    const tokens = read('src/react/tokens.css');
    const files = readdirSync('src/react').map((name) => `src/react/${name}`);
    const siteSheets = readdirSync('site/src/sheets')
      .filter((name) => name.endsWith('.css'))
      .map((name) => `site/src/sheets/${name}`);
    const sheets = files
      .filter((file) => file.endsWith('.css'))
      .concat(siteSheets, 'demo/playground/playground.css')
      .map(read);
    const components = files.filter((file) => file.endsWith('.tsx')).map(read);
    const names = sheets.flatMap((css) => [...css.matchAll(/var\((--es-[\w-]+)[,)]/g)]);
    const isDeclared = ([, name]: RegExpMatchArray) =>
      tokens.includes(`${name}:`) ||
      sheets.some((css) => css.includes(`${name}:`)) ||
      components.some((code) => code.includes(`'${name}'`));
    expect(names.filter((use) => !isDeclared(use)).map(([, name]) => name)).toEqual([]);
  });
});
