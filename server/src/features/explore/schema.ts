import type { CategoryBrief, ExploreCategory, ExploreList } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/list-page.ts';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const CategorySchema = Type.Object({
  permalink: Type.String(),
  name: Type.String(),
  parent: Nullable(Type.String()),
  items_url: Type.String(),
});
true satisfies IsSame<Static<typeof CategorySchema>, CategoryBrief>;

const counted = { ...CategorySchema.properties, show_count: Type.Integer() };
export const CategoryTreeSchema = Type.Object({
  ...counted,
  children: Type.Array(Type.Object(counted)),
});
true satisfies IsSame<Static<typeof CategoryTreeSchema>, ExploreCategory>;

const ItemType = Type.Enum(['shows', 'episodes'], { type: 'string' });

export const ListSchema = Type.Object({
  list_id: Type.Union([Type.Integer(), Type.String()]),
  permalink: Type.String(),
  title: Type.String(),
  description: Type.String(),
  type: ItemType,
  language: Nullable(Type.String()),
  is_computed: Type.Boolean(),
  items_url: Type.String(),
});
true satisfies IsSame<Static<typeof ListSchema>, ExploreList>;

export const ListParams = Type.Object({ list_id: Type.String({ minLength: 1, maxLength: 200 }) });
export const OwnListParams = Type.Object({ list_id: Id });
export const CategoryParams = Type.Object({
  permalink: Type.String({ minLength: 1, maxLength: 200 }),
});
export const PageQuery = Type.Object(ListQuery);
export const ListItemsQuery = Type.Object({ ...ListQuery, show_id: Type.Optional(Id) });

const fields = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  /** Lists are sorted by this, and then by creation. */
  position: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  /** False hides the list from all but administrators. */
  is_published: Type.Optional(Type.Boolean()),
};

export const NewListBody = Type.Object({ ...fields, type: Type.Optional(ItemType) });
export const ListBody = Type.Partial(Type.Object(fields));

const ITEMS_MAX = 500;
export const ItemsBody = Type.Object({
  items: Type.Array(Id, { maxItems: ITEMS_MAX, uniqueItems: true }),
});
