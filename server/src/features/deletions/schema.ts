import type { Deletion } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/list-page.ts';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const DeletionSchema = Type.Object({
  kind: Type.Union([Type.Literal('show'), Type.Literal('episode')], { examples: ['episode'] }),
  show_id: Type.Integer(),
  episode_id: Nullable(Type.Integer()),
  title: Type.String(),
  deleted_at: Type.String(),
  restorable_until: Type.String(),
  removed_by_host: Type.Boolean(),
});
true satisfies IsSame<Static<typeof DeletionSchema>, Deletion>;

export const DeletionsQuery = Type.Object(ListQuery);
