import type { Show, ShowBrief } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/list-page.ts';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { SHOW_FEED_OUTPUT } from '../../platform/podcasting/feed-schema.ts';

const brief = {
  show_id: Type.Integer(),
  user_id: Type.Integer(),
  title: Type.String(),
  permalink: Type.String(),
  user_permalink: Type.String(),
  author: Type.String(),
  language: Type.String(),
  category: Nullable(Type.String()),
  categories: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  explicit: Type.Boolean(),
  link_url: Nullable(Type.String()),
  site_url: Type.String(),
  api_url: Type.String(),
  image_original_url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  image_color: Type.Optional(Nullable(Type.String())),
  playlist_url: Type.String(),
};

export const ShowSchema = Type.Object({
  ...brief,
  description: Type.String(),
  episode_count: Type.Integer(),
  downloads: Type.Optional(
    Type.Number({
      description:
        'Rounded down to two digits, and below 100 to tens. Present if the author shows them to everybody',
      examples: [1200],
    }),
  ),
  player_options: Type.Optional(
    Type.String({ description: 'For editors', examples: ['theme=dark&color=0b6e5e'] }),
  ),
  player_override: Type.Optional(Type.Boolean({ description: 'For editors' })),
  ...SHOW_FEED_OUTPUT,
});
true satisfies IsSame<Static<typeof ShowSchema>, Show>;

/** A show in the form for short lists. */
export const ShowBriefSchema = Type.Object(brief);
true satisfies IsSame<Static<typeof ShowBriefSchema>, ShowBrief>;

export const ShowPageQuery = Type.Object(ListQuery);
export const ShowParams = Type.Object({ show_id: Id });
