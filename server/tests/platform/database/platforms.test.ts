import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));

describe('package.json', () => {
  it('allows the install script of the database on every platform', () => {
    const platforms = Object.keys(read('server/package.json').optionalDependencies);
    const allowed = Object.keys(read('package.json').allowScripts);
    expect(platforms.length).toBeGreaterThan(0);
    expect(platforms.filter((name) => !allowed.includes(name))).toEqual([]);
  });
});
