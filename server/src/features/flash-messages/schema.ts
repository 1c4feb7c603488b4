import type { FlashMessage } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const FlashMessageSchema = Type.Object({ name: Type.String(), message: Type.String() });
true satisfies IsSame<Static<typeof FlashMessageSchema>, FlashMessage>;

export const FlashName = Type.String({ minLength: 1, maxLength: 64 });

export const FlashBody = Type.Object({
  message: Type.String({ minLength: 1, maxLength: 2_000 }),
  from: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  until: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
});
