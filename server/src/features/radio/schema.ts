import type { RadioListing } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const RadioListingSchema = Type.Object({
  state: Type.Enum(
    ['none', 'submitting', 'pending', 'listed', 'refused', 'withdrawing', 'withdrawn'],
    { type: 'string' },
  ),
  message: Nullable(Type.String()),
  changed_at: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof RadioListingSchema>, RadioListing>;

/** Any fields are accepted and ignored. */
export const Unread = Type.Object({}, { additionalProperties: true });
