import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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
  it('has a heading for each reason of an EmbedError', () => {
    const reasons = [...read('src/embed/embed-error.ts').matchAll(/^ \* - `(\w+)`/gm)];
    const headings = [...read('docs/embed.md').matchAll(/^### `(\w+)`$/gm)];
    expect(reasons.length).toBeGreaterThan(5);
    expect(headings.map(([, name]) => name)).toEqual(reasons.map(([, name]) => name));
  });
});
