// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as limits from '../../src/contract/limits.ts';

const FOLDERS = ['src', 'site/src', 'server/src', 'loader', 'player-page', 'demo'];

describe('limits', () => {
  it('are all used by the product', () => {
    const sources = FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('contract/limits.ts')),
    ).map((file) => readFileSync(file, 'utf8'));
    const unused = Object.keys(limits).filter(
      (name) => !sources.some((code) => new RegExp(`\\b${name}\\b`).test(code)),
    );
    expect(unused).toEqual([]);
  });
});
