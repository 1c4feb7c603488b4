import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slugify } from '../../../src/platform/text/slug.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());

it('folds every letter of a permalink like its capital', async () => {
  const letters = Array.from({ length: 0x1_ff_ff }, (_, code) => String.fromCodePoint(code))
    .filter((letter) => /\p{Ll}/u.test(letter))
    .map((letter) => slugify(`a${letter}a`, ''));
  const capitals = letters.map((letter) => slugify(letter.toUpperCase(), ''));
  const { rows } = await sql`
    select letter, capital from unnest(${letters}::text[], ${capitals}::text[]) as t (letter, capital)
    where fold_permalink(letter) <> fold_permalink(capital)`.execute(test.database);
  expect(letters.length).toBeGreaterThan(2_000);
  expect(rows).toEqual([]);
});
