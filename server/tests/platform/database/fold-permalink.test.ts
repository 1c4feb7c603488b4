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

it('folds Greek words like their capitals, which have no accents', async () => {
  const words = ['μουσική', 'Μάιος', 'καΐκι', 'ἀρχή', 'ᾠδή', 'ρύζι'];
  const capitals = ['ΜΟΥΣΙΚΗ', 'ΜΑΪΟΣ', 'ΚΑΪΚΙ', 'ΑΡΧΗ', 'ΩΙΔΗ', 'ΡΥΖΙ'];
  const [one, other] = [words, capitals].map((all) => all.map((word) => slugify(word, '')));
  const { rows } = await sql`
    select word, capital from unnest(${one}::text[], ${other}::text[]) as t (word, capital)
    where fold_permalink(word) <> fold_permalink(capital)`.execute(test.database);
  expect(rows).toEqual([]);
  const { rows: others } = await sql`
    select fold_permalink('й') = fold_permalink('и') as cyrillic, fold_permalink('é') = fold_permalink('e') as latin
  `.execute(test.database);
  expect(others).toEqual([{ cyrillic: false, latin: false }]);
});
