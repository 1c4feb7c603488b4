import type { Episode, EpisodeBrief, PlaylistFeed } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ID_MAX } from '../../platform/database/tables.ts';
import { CursorQuery, ListQuery } from '../../platform/http/list-page.ts';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { EPISODE_FEED_OUTPUT } from '../../platform/podcasting/feed-schema.ts';

export const ChapterSchema = Type.Object({
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

const EpisodeTranscriptSchema = Type.Object({
  url: Type.String({ examples: ['https://pod.example/media/episodes/1/transcript.json'] }),
  language: Type.String(),
});

const StateSchema = Type.Enum(['draft', 'scheduled', 'published', 'unlisted', 'private', 'live'], {
  type: 'string',
});

const brief = {
  episode_id: Type.Integer(),
  show_id: Type.Integer(),
  user_id: Type.Integer(),
  title: Type.String(),
  type: Type.Enum(['RECORDED', 'LIVE'], { type: 'string' }),
  episode_type: Type.Enum(['full', 'trailer', 'bonus'], { type: 'string' }),
  state: StateSchema,
  duration: Type.Number(),
  duration_reliable: Type.Boolean(),
  site_url: Type.String(),
  api_url: Type.String(),
  image_original_url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  image_color: Type.Optional(Nullable(Type.String())),
  is_on_air: Type.Boolean(),
  live_url: Nullable(Type.String()),
  requires_token: Type.Boolean(),
  playback_url: Nullable(Type.String()),
  http_url: Type.String(),
  mime_type: Type.String(),
  file_size: Type.Integer(),
  published_at: Nullable(Type.String()),
  permalink: Type.String(),
  user_permalink: Type.String(),
  show_permalink: Type.String(),
  show_title: Type.String(),
  show_language: Type.Optional(Type.String()),
  season: Nullable(Type.Integer()),
  episode_number: Nullable(Type.Integer()),
  explicit: Type.Boolean(),
  download_url: Nullable(Type.String()),
  count_unread_msg: Type.Optional(Type.Integer()),
};

export const EpisodeSchema = Type.Object({
  ...brief,
  description: Type.String(),
  tags: Type.Array(Type.String()),
  allow_messages: Type.Boolean(),
  allow_timed_messages: Type.Boolean(),
  show_listeners: Type.Boolean(),
  chapters: Type.Array(ChapterSchema),
  segments: Type.Optional(Type.Array(SegmentSchema)),
  midrolls: Type.Optional(Type.Array(Type.Number())),
  preroll: Type.Optional(Type.Boolean()),
  postroll: Type.Optional(Type.Boolean()),
  has_ads: Type.Optional(Type.Boolean()),
  transcript: Type.Optional(Nullable(EpisodeTranscriptSchema)),
  media_id: Type.Optional(Nullable(Type.Integer())),
  live_starts_at: Type.Optional(Nullable(Type.String())),
  live_ends_at: Type.Optional(Nullable(Type.String())),
  guid: Type.Optional(Type.String()),
  visibility: Type.Optional(
    Nullable(Type.Enum(['public', 'unlisted', 'private'], { type: 'string' })),
  ),
  access_key: Type.Optional(Nullable(Type.String())),
  created_at: Type.Optional(Type.String()),
  updated_at: Type.Optional(Type.String()),
  ...EPISODE_FEED_OUTPUT,
});
true satisfies IsSame<Static<typeof EpisodeSchema>, Episode>;

/** An episode in the form for short lists. */
export const EpisodeBriefSchema = Type.Object(brief);
true satisfies IsSame<Static<typeof EpisodeBriefSchema>, EpisodeBrief>;

export const PlaylistSchema = Type.Object({
  playlist: Type.Object({
    items: Type.Array(
      Type.Object({
        api_url: Type.String(),
        episode_id: Type.Optional(Type.Integer()),
        title: Type.Optional(Type.String()),
        show_language: Type.Optional(Type.String()),
        duration: Type.Optional(Type.Number()),
        site_url: Type.Optional(Type.String()),
        image_url: Type.Optional(Nullable(Type.String())),
        published_at: Type.Optional(Nullable(Type.String())),
        season: Type.Optional(Nullable(Type.Integer())),
        episode_number: Type.Optional(Nullable(Type.Integer())),
      }),
    ),
    next_url: Nullable(Type.String()),
  }),
});
true satisfies IsSame<Static<typeof PlaylistSchema>, PlaylistFeed>;

export const EpisodeParams = Type.Object({ episode_id: Id });

export const EpisodeQuery = Type.Object({
  export: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
});

export const EpisodePageQuery = Type.Object({
  ...ListQuery,
  /** Only editors of the show may request states other than `published` and `live`. */
  state: Type.Optional(Type.Array(StateSchema, { minItems: 1, maxItems: 6 })),
  /** Words in the title or the notes. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  sort: Type.Optional(Type.Enum(['newest', 'oldest'], { type: 'string' })),
  season: Type.Optional(Type.Integer({ minimum: 0, maximum: ID_MAX })),
});
export const PlaylistQuery = Type.Object(CursorQuery);

export const PublishBody = Type.Object({
  published_at: Type.Optional(Type.String({ format: 'date-time' })),
  visibility: Type.Optional(Type.Enum(['public', 'unlisted', 'private'], { type: 'string' })),
});
