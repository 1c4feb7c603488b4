import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldText } from '../../../src/platform/text/fold-word.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());

/** Letters, digits, marks and signs of the scripts that searches know. */
const BLOCKS = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3e1],
  [0x400, 0x481],
  [0x591, 0x5ea],
  [0x610, 0x6ed],
  [0x966, 0x96f],
  [0xe01, 0xe59],
  [0x1e00, 0x1fff],
  [0x3041, 0x30ff],
  [0xac00, 0xac40],
  [0xff01, 0xff9f],
] as const;

it('folds a text in the database as foldText does here', async () => {
  const letters = BLOCKS.map(([min, max]) =>
    fc.integer({ min, max }).map((code) => String.fromCodePoint(code)),
  );
  const texts = fc.array(fc.oneof(...letters), { maxLength: 20 }).map((all) => all.join(''));
  const check = async (given: string[]) => {
    const { rows } = await sql<{ said: string }>`
      select fold_text(text) as said
      from unnest(${given}::text[]) with ordinality as t (text, n) order by n`.execute(
      test.database,
    );
    expect(rows.map(({ said }) => said)).toEqual(given.map(foldText));
  };
  await fc.assert(fc.asyncProperty(fc.array(texts, { minLength: 50, maxLength: 200 }), check), {
    numRuns: 50,
  });
});
