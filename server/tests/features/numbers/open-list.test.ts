import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Entry,
  findEntry,
  listEntries,
} from '../../../src/features/numbers/open-list/open-list.ts';
import { OWN_PROGRAMS } from '../../../src/features/numbers/own-programs.ts';
import { LONGEST_NAME, sentName } from '../../../src/features/numbers/short-names.ts';
// A sample of `build/*.examples.json` of the list.
import EXAMPLES from './open-list-examples.json';

type Kind = keyof typeof EXAMPLES;
const KINDS = ['bots', 'apps', 'libraries', 'browsers', 'devices'] as const;

const examples = KINDS.flatMap((kind) =>
  Object.entries(EXAMPLES[kind]).flatMap(([name, agents]) =>
    agents.map((agent) => ({ kind: kind as Kind, name, agent })),
  ),
);

/** The words in a pattern, which hostile names are made of. */
const wordsOf = ({ pattern }: Entry): string[] =>
  pattern.split(/[\^$|()[\].*+?{}\\]+/).filter((word) => word !== '');

describe('the open list', () => {
  it.each(examples)('has an example of $kind: $agent is $name', ({ kind, name, agent }) => {
    const order = kind === 'devices' ? ['devices' as const] : KINDS.slice(0, 4);
    const found = order
      .map((part) => [part, findEntry(part, agent)?.name])
      .find(([, entry]) => entry !== undefined);
    expect(found).toEqual([kind, name]);
  });

  it('has names that fit into a short name', () => {
    const names = KINDS.flatMap(listEntries).map(({ name }) => name);
    expect(names.filter((name) => name.includes('~'))).toEqual([]);
  });

  it('lacks the programs of our own', () => {
    const words = OWN_PROGRAMS.map(({ pattern }) => pattern.source.replace(/[\\^]|b$/g, ''));
    const known = words.filter((agent) => KINDS.slice(0, 4).some((kind) => findEntry(kind, agent)));
    expect(known).toEqual([]);
  });

  // A pattern that takes exponential time would never end here.
  it('is searched quickly for the longest hostile names', () => {
    const entries = KINDS.flatMap(listEntries);
    const words = entries.flatMap(wordsOf);
    const parts = fc.array(fc.constantFrom(...words, ' ', '(', '/', '0', 'a'), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.constantFrom(...words), parts, (start, repeated) => {
        const hostile = sentName(start + repeated.join('').repeat(LONGEST_NAME));
        for (const kind of KINDS) findEntry(kind, hostile);
      }),
    );
    for (const entry of entries) {
      for (const word of wordsOf(entry)) {
        new RegExp(entry.pattern).test(sentName(word.repeat(LONGEST_NAME)));
      }
    }
  });
});
