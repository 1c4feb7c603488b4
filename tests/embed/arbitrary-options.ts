import fc from 'fast-check';
import type { EmbedOptions } from '../../src/embed/index.ts';
import { OPTION_TABLE } from '../../src/embed/option-table.ts';

/** Each option with a list of values. `continue` is no part of an address. */
const chosen = Object.entries(OPTION_TABLE).flatMap(([name, row]) => {
  if (!('choices' in row) || !row.choices || name === 'continue') return [];
  const values = row.choices.map((choice) => row.read(choice));
  return [[name, fc.constantFrom<unknown>(...values)] as const];
});
const size = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map((px) => `${px}px`),
  fc.integer({ min: 1, max: 100 }).map((percent) => `${percent}%`),
  fc.constantFrom('0', '1e3', 'calc(1px)', '-5px'),
);
const cover = fc
  .tuple(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary' }),
  )
  .map(([url, end]) => url.replace(/^http:/, 'https:') + end);

/** Any set of options with a resource. A few of the values are invalid. */
export const anyOptions = fc
  .record(
    {
      ...Object.fromEntries(chosen),
      resource: fc
        .tuple(fc.constantFrom('episode_id', 'show_id'), fc.integer({ min: 1 }))
        .map(([kind, id]) => `${kind}=${id}`),
      cover,
      width: size,
      height: size,
      color: fc
        .integer({ min: 0, max: 0xffffff })
        .map((code) => code.toString(16).padStart(6, '0')),
      culture: fc.constantFrom('en', 'it', 'it_IT'),
      t: fc.integer({ min: 0, max: 999_999_999 }).map((ms) => ms / 1000),
    },
    { requiredKeys: ['resource'] },
  )
  .map((options) => options as EmbedOptions);
