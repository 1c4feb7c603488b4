import { expect, it } from 'vitest';
import { explainError } from '../../src/platform/explain-error.ts';

it.each([
  ['ENOSPC', 'DATA_DIR has no room left: full'],
  ['53100', 'The disk of the database has no room left: full'],
])('names the disk that is full: %s', (code, words) => {
  expect(explainError(Object.assign(new Error('full'), { code }))).toBe(words);
});
