import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeDocuments, type Source } from '../../../src/features/search/documents.ts';

const SOURCE: Source = {
  ...{ kind: 'show', id: 1, ownerId: 1, title: 'Rooms', authors: [], tags: [], categories: [] },
  ...{ language: 'en', description: '', moment: new Date(0), popularity: 0 },
};

it('lets the process answer requests while it makes many documents', async () => {
  let isMade = false;
  let turns = 0;
  const making = makeDocuments(Array.from({ length: 100 }, (_, id) => ({ ...SOURCE, id }))).finally(
    () => {
      isMade = true;
    },
  );
  while (!isMade) {
    await setImmediate();
    turns += 1;
  }
  expect(turns).toBeGreaterThanOrEqual(10);
  expect((await making).map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
});
