import { readdirSync, readFileSync } from 'node:fs';
import { DOCUMENT_ROUTES } from 'earshot-site/contract';
import { describe, expect, it } from 'vitest';
import { HELP_PATH } from '../src/embed/help-path.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

describe('docs/llms.txt', () => {
  it('lists every document, once', () => {
    const listed = [...read('docs/llms.txt').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
      ([, name]) => name,
    );
    const all = readdirSync(new URL('../docs', import.meta.url)).filter((name) =>
      name.endsWith('.md'),
    );
    expect(listed.sort()).toEqual(all.sort());
  });
});

describe('docs/embed.md', () => {
  it('is where the addresses in the console lead', () => {
    expect(DOCUMENT_ROUTES.help).toBe(`${HELP_PATH}{reason}`);
  });

  it('has a heading for each reason of an EmbedError', () => {
    const reasons = [...read('src/embed/embed-error.ts').matchAll(/^ \* - `(\w+)`/gm)];
    const headings = [...read('docs/embed.md').matchAll(/^### `(\w+)`$/gm)];
    expect(reasons.length).toBeGreaterThan(5);
    expect(headings.map(([, name]) => name)).toEqual([
      ...['resource', 'blocked', 'options'], // of the console
      ...reasons.map(([, name]) => name),
    ]);
  });
});
