import type { HistoryHost, NewHistory } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../../platform/http/schemas.ts';
import { ShowParams } from '../schema.ts';

const NAME_MAX = 100;

const Host = Type.String({ minLength: 1, maxLength: NAME_MAX, examples: ['Spreaker'] });
const Day = Type.String({ examples: ['2024-01-31'] });
const Count = Type.Number({ examples: [42] });

export const HistoryHostParams = Type.Object({ ...ShowParams.properties, host: Host });
export const HistoryBody = Type.Object({ host: Host });

const HistoryHostSchema = Type.Object({ host: Host, from: Day, to: Day, downloads: Count });
true satisfies IsSame<Static<typeof HistoryHostSchema>, HistoryHost>;

export const HistoryHosts = Type.Object({ items: Type.Array(HistoryHostSchema) });

export const NewHistorySchema = Type.Object({
  host: Host,
  figures: Type.Integer({ description: 'The stored figures', examples: [365] }),
  downloads: Count,
  from: Nullable(Day),
  to: Nullable(Day),
  unreadable: Type.Array(
    Type.Object({
      line: Type.Integer({ examples: [5] }),
      value: Type.String({ examples: ['01/02/2024'] }),
      reason: Type.Enum(['no_day', 'future', 'no_count', 'too_large'], { type: 'string' }),
    }),
    { description: 'The first 20 lines that were left out' },
  ),
  unreadable_lines: Type.Integer({ description: 'All lines that were left out' }),
});
true satisfies IsSame<Static<typeof NewHistorySchema>, NewHistory>;
