import type { PreflightItem } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { IsSame } from '../../platform/http/schemas.ts';

const PreflightItemSchema = Type.Object({
  id: Type.String({ examples: ['silence-start'] }),
  severity: Type.Enum(['error', 'warning', 'info'], { type: 'string' }),
  text: Type.String({
    examples: [
      'The audio has 14 seconds of silence at its start. Cut them off, and upload it again.',
    ],
  }),
  field: Type.String({ examples: ['media_id'] }),
});
true satisfies IsSame<Static<typeof PreflightItemSchema>, PreflightItem>;

export const PreflightAnswer = Type.Object({ items: Type.Array(PreflightItemSchema) });
