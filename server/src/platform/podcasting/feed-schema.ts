import type { EpisodeFeedFields, ShowFeedFields } from 'earshot/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { type IsSame, Nullable } from '../http/schemas.ts';

const Text = Type.String();
const MaybeText = Nullable(Text);

const PersonSchema = Type.Object({
  name: Text,
  role: MaybeText,
  group: MaybeText,
  img: MaybeText,
  href: MaybeText,
});
const PlaceSchema = Type.Object({
  name: Text,
  rel: MaybeText,
  geo: MaybeText,
  osm: MaybeText,
  country: MaybeText,
});
const LicenseSchema = Type.Object({ name: Text, url: MaybeText });
const FeedTextSchema = Type.Object({ text: Text, purpose: MaybeText });

const SHARED = {
  subtitle: MaybeText,
  persons: Type.Array(PersonSchema),
  license: Nullable(LicenseSchema),
  locations: Type.Array(PlaceSchema),
  txt: Type.Array(FeedTextSchema),
  blocked: Type.Boolean(),
};

const SHOW = {
  ...SHARED,
  guid: MaybeText,
  copyright: MaybeText,
  owner_name: MaybeText,
  owner_email: MaybeText,
  itunes_type: Nullable(Type.Enum(['episodic', 'serial'], { type: 'string' })),
  funding: Type.Array(Type.Object({ url: Text, text: Text })),
  locked: Nullable(Type.Boolean()),
  locked_owner: MaybeText,
  medium: MaybeText,
  podroll: Type.Array(
    Type.Object({
      feed_guid: Text,
      feed_url: MaybeText,
      item_guid: MaybeText,
      medium: MaybeText,
      title: MaybeText,
    }),
  ),
  trailers: Type.Array(
    Type.Object({
      title: Text,
      url: Text,
      published_at: Text,
      length: Nullable(Type.Number()),
      type: MaybeText,
      season: Nullable(Type.Number()),
    }),
  ),
  complete: Type.Boolean(),
  new_feed_url: MaybeText,
};
const ShowFeedSchema = Type.Object(SHOW);
true satisfies IsSame<Static<typeof ShowFeedSchema>, ShowFeedFields>;

const EPISODE = {
  ...SHARED,
  link_url: MaybeText,
  author: MaybeText,
  season_name: MaybeText,
  episode_display: MaybeText,
  soundbites: Type.Array(
    Type.Object({ starts_at: Type.Number(), duration: Type.Number(), title: Text }),
  ),
};
const EpisodeFeedSchema = Type.Object(EPISODE);
true satisfies IsSame<Static<typeof EpisodeFeedSchema>, EpisodeFeedFields>;

type Optional<Fields extends Record<string, TSchema>> = {
  [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>;
};

function optional<Fields extends Record<string, TSchema>>(fields: Fields): Optional<Fields> {
  const entries = Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]);
  return Object.fromEntries(entries) as Optional<Fields>;
}

/** The feed fields in an answer. Readers who may not edit the show do not get them. */
export const SHOW_FEED_OUTPUT = optional(SHOW);
export const EPISODE_FEED_OUTPUT = optional(EPISODE);

export const SHOW_FEED_COLUMNS = Object.keys(SHOW) as readonly (keyof ShowFeedFields)[];
export const EPISODE_FEED_COLUMNS = Object.keys(EPISODE) as readonly (keyof EpisodeFeedFields)[];
