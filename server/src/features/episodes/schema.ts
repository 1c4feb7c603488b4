import type { Episode, PlaylistFeed } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/list-page.ts';
import { CommonQuery, Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

const ChapterSchema = Type.Object({
  starts_at: Type.Number(),
  ends_at: Nullable(Type.Number()),
  title: Type.String(),
  url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
});

const SegmentSchema = Type.Object({
  type: Type.Enum(['episode', 'audio_ad_slot'], { type: 'string' }),
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
  type: Type.Enum(['RECORDED', 'LIVE'], { type: 'string' }),
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
  count_unread_msg: Type.Optional(Type.Integer()),
  midrolls: Type.Optional(Type.Array(Type.Number())),
});
true satisfies IsSame<Static<typeof EpisodeSchema>, Episode>;

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
true satisfies IsSame<Static<typeof PlaylistSchema>, PlaylistFeed>;

export const EpisodeParams = Type.Object({ episode_id: Id });

export const EpisodeQuery = Type.Object({
  ...CommonQuery,
  export: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
});

export const EpisodePageQuery = Type.Object({ ...CommonQuery, ...ListQuery });
