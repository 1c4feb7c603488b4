import type { Show } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/list-page.ts';
import { CommonQuery, Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const ShowSchema = Type.Object({
  show_id: Type.Integer(),
  user_id: Type.Integer(),
  title: Type.String(),
  permalink: Type.String(),
  user_permalink: Type.String(),
  author: Type.String(),
  description: Type.String(),
  language: Type.String(),
  categories: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  explicit: Type.Boolean(),
  link_url: Nullable(Type.String()),
  site_url: Type.String(),
  api_url: Type.String(),
  image_original_url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  episode_count: Type.Integer(),
  playlist_url: Type.String(),
});
true satisfies IsSame<Static<typeof ShowSchema>, Show>;

export const ShowPageQuery = Type.Object({ ...CommonQuery, ...ListQuery });
export const ShowParams = Type.Object({ show_id: Id });
