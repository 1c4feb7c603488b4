import { Type } from 'typebox';
import { ID_MAX } from '../database/tables.ts';

/** What may be in an answer: nothing that is not named here is ever sent. */
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX });

const ChapterSchema = Type.Object({
  starts_at: Type.Number(),
  ends_at: Nullable(Type.Number()),
  title: Type.String(),
  url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
});

const SegmentSchema = Type.Object({
  type: Type.String(),
  http_url: Type.String(),
  duration: Type.Number(),
  duration_reliable: Type.Boolean(),
  starts_at: Type.Number(),
  ends_at: Type.Number(),
});

export const EpisodeSchema = Type.Object({
  episode_id: Type.Integer(),
  show_id: Type.Integer(),
  user_id: Type.Integer(),
  title: Type.String(),
  type: Type.String(),
  duration: Type.Number(),
  duration_reliable: Type.Boolean(),
  site_url: Type.String(),
  api_url: Type.String(),
  image_original_url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  is_on_air: Type.Boolean(),
  playback_url: Nullable(Type.String()),
  http_url: Type.String(),
  mime_type: Type.String(),
  file_size: Type.Integer(),
  description: Type.String(),
  published_at: Type.String(),
  permalink: Type.String(),
  user_permalink: Type.String(),
  show_permalink: Type.String(),
  show_title: Type.String(),
  season: Nullable(Type.Integer()),
  episode_number: Nullable(Type.Integer()),
  explicit: Type.Boolean(),
  download_url: Nullable(Type.String()),
  chapters: Type.Array(ChapterSchema),
  segments: Type.Optional(Type.Array(SegmentSchema)),
  midrolls: Type.Optional(Type.Array(Type.Number())),
});

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

export const PlaylistSchema = Type.Object({
  playlist: Type.Object({
    items: Type.Array(
      Type.Object({
        api_url: Type.String(),
        episode_id: Type.Optional(Type.Integer()),
        title: Type.Optional(Type.String()),
        duration: Type.Optional(Type.Number()),
        site_url: Type.Optional(Type.String()),
        image_url: Type.Optional(Nullable(Type.String())),
        published_at: Type.Optional(Type.String()),
      }),
    ),
    next_url: Nullable(Type.String()),
  }),
});

export const ItemListSchema = <Item extends ReturnType<typeof Type.Object>>(item: Item) =>
  Type.Object({ items: Type.Array(item), next_url: Nullable(Type.String()) });

/** `{"response": ...}` (contract, section 3). */
export const Success = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
) => ({
  200: Type.Object({ response: schema }),
});

/** Accepted everywhere (spec section 7, general rules). */
export const CommonQuery = {
  culture: Type.Optional(Type.String()),
  c: Type.Optional(Type.String()),
  escape: Type.Optional(Type.String()),
};
