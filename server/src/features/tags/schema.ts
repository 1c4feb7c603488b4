import type { Tag } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { IsSame } from '../../platform/http/schemas.ts';

export const TagSchema = Type.Object({
  name: Type.String(),
  title: Type.String(),
  episode_count: Type.Integer(),
  items_url: Type.String(),
});
true satisfies IsSame<Static<typeof TagSchema>, Tag>;
