import type { Ban } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { IsSame } from '../../platform/http/schemas.ts';

export const BanSchema = Type.Object({ banned_id: Type.Integer() });
true satisfies IsSame<Static<typeof BanSchema>, Ban>;
