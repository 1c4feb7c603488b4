import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../../platform/http/schemas.ts';
import { EPISODE_FEED_INPUT, toFeedColumns } from '../../platform/podcasting/feed-input.ts';
import { cleanHtml } from '../../platform/text/clean-text.ts';
import { readPermalink } from '../../platform/text/slug.ts';
import { readTags, TAG_LENGTH_MAX, TAGS_MAX } from '../../platform/text/tags.ts';
import { readTitle } from '../../platform/text/title.ts';
import { readTime } from './publication.ts';

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 50_000;
const NUMBER_MAX = 2 ** 31 - 1;
const MIDROLLS_MAX = 100;
const SECONDS_MAX = 604_800; // a week

const Count = Type.Integer({ minimum: 0, maximum: NUMBER_MAX });

const OPTIONAL = Type.Partial(
  Type.Object({
    description: Type.String({ maxLength: DESCRIPTION_MAX }),
    /** The uploaded file. */
    media_id: Nullable(Id),
    season: Nullable(Count),
    episode_number: Nullable(Count),
    type: Type.Enum(['RECORDED', 'LIVE'], { type: 'string' }),
    episode_type: Type.Enum(['full', 'trailer', 'bonus'], { type: 'string' }),
    explicit: Type.Boolean(),
    tags: Type.Array(Type.String({ maxLength: TAG_LENGTH_MAX }), { maxItems: TAGS_MAX }),
    live_url: Nullable(
      Type.String({
        maxLength: 2_000,
        pattern: '^https://[^\\s<>"@]+$',
        'x-rule': 'https_no_user',
      }),
    ),
    live_starts_at: Nullable(Type.String({ format: 'date-time' })),
    live_ends_at: Nullable(Type.String({ format: 'date-time' })),
    is_on_air: Type.Boolean(),
    permalink: Type.String({ maxLength: 80, 'x-read-by': readPermalink }),
    /** Content seconds. */
    midrolls: Type.Array(Type.Number({ minimum: 0, maximum: SECONDS_MAX }), {
      maxItems: MIDROLLS_MAX,
    }),
    preroll: Type.Boolean(),
    postroll: Type.Boolean(),
    allow_messages: Type.Boolean(),
    allow_timed_messages: Type.Boolean(),
    show_listeners: Type.Boolean(),
    requires_token: Type.Boolean(),
    ...EPISODE_FEED_INPUT,
  }),
).properties;
const Title = Type.String({ minLength: 1, maxLength: TITLE_MAX, 'x-read-by': readTitle });

export const NewEpisodeBody = Type.Object({ show_id: Id, title: Title, ...OPTIONAL });
export const EpisodeChangeBody = Type.Object({ title: Type.Optional(Title), ...OPTIONAL });

export type NewEpisode = Static<typeof NewEpisodeBody>;
export type EpisodeChange = Static<typeof EpisodeChangeBody>;

/**
 * The columns of the given fields.
 * @throws AppError INVALID_REQUEST with the wrong field
 */
export function toEpisodeColumns(change: Omit<EpisodeChange, 'media_id'>) {
  const { title, description, tags, midrolls, permalink, live_starts_at, live_ends_at, ...plain } =
    change;
  return {
    // Only `tags` and `midrolls` are arrays of PostgreSQL; the other lists are jsonb.
    ...toFeedColumns(plain),
    ...(title === undefined ? {} : { title: readTitle(title) }),
    ...(description === undefined ? {} : { description: cleanHtml(description) }),
    ...(tags === undefined ? {} : { tags: readTags(tags) }),
    ...(midrolls === undefined ? {} : { midrolls: inOrder(midrolls) }),
    ...(permalink === undefined ? {} : { permalink: readPermalink(permalink) }),
    ...(live_starts_at === undefined
      ? {}
      : { live_starts_at: planned('live_starts_at', live_starts_at) }),
    ...(live_ends_at === undefined ? {} : { live_ends_at: planned('live_ends_at', live_ends_at) }),
  };
}

const planned = (field: string, text: string | null) =>
  text === null ? null : readTime(text, { field, now: new Date() });

const inOrder = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b);
