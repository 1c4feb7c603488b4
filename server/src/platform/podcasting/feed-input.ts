import { type TSchema, Type } from 'typebox';

const Line = Type.String({ maxLength: 500 });
const Words = Type.String({ maxLength: 4_000 });
/** An address on the web. */
export const Address = Type.String({
  maxLength: 2_000,
  pattern: '^https?://[^\\s<>"]+$',
  'x-rule': 'web_address',
});
const Maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const List = <Schema extends TSchema>(item: Schema, maxItems: number) =>
  Type.Optional(Type.Array(item, { maxItems }));
const Closed = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

const PersonInput = Closed({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  role: Maybe(Line),
  group: Maybe(Line),
  img: Maybe(Address),
  href: Maybe(Address),
});
const PlaceInput = Closed({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  rel: Maybe(Type.Enum(['subject', 'creator'], { type: 'string' })),
  geo: Maybe(Type.String({ pattern: '^geo:', maxLength: 200, 'x-rule': 'coordinates' })),
  osm: Maybe(Type.String({ pattern: '^[NWR]\\d+$', maxLength: 40, 'x-rule': 'osm_object' })),
  country: Maybe(Type.String({ pattern: '^[A-Za-z]{2}$', 'x-rule': 'two_letters' })),
});
const LicenseInput = Closed({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  url: Maybe(Address),
});
const TextInput = Closed({
  text: Type.String({ minLength: 1, maxLength: 4_000 }),
  purpose: Maybe(Type.String({ maxLength: 128 })),
});
const FundingInput = Closed({ url: Address, text: Type.String({ maxLength: 128 }) });
const PodrollInput = Closed({
  feed_guid: Type.String({ minLength: 1, maxLength: 128 }),
  feed_url: Maybe(Address),
  item_guid: Maybe(Line),
  medium: Maybe(Line),
  title: Maybe(Line),
});
const TrailerInput = Closed({
  title: Type.String({ minLength: 1, maxLength: 128 }),
  url: Address,
  published_at: Type.String({ format: 'date-time' }),
  length: Maybe(Type.Integer({ minimum: 0 })),
  type: Maybe(Line),
  season: Maybe(Type.Integer({ minimum: 0 })),
});
const SoundbiteInput = Closed({
  starts_at: Type.Number({ minimum: 0 }),
  duration: Type.Number({ exclusiveMinimum: 0, maximum: 600 }),
  title: Type.Optional(Type.String({ maxLength: 128 })),
});

const MailAddress = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
  'x-rule': 'mail_address',
});

const SHARED = {
  subtitle: Maybe(Words),
  persons: List(PersonInput, 100),
  license: Maybe(LicenseInput),
  locations: List(PlaceInput, 20),
  txt: List(TextInput, 50),
  blocked: Type.Optional(Type.Boolean()),
};

/** The feed fields of a show that its author may send. The guid and the new address are set by other calls. */
export const SHOW_FEED_INPUT = {
  ...SHARED,
  copyright: Maybe(Words),
  owner_name: Maybe(Line),
  owner_email: Maybe(MailAddress),
  itunes_type: Maybe(Type.Enum(['episodic', 'serial'], { type: 'string' })),
  funding: List(FundingInput, 20),
  locked: Maybe(Type.Boolean()),
  locked_owner: Maybe(MailAddress),
  medium: Maybe(Type.String({ maxLength: 40 })),
  podroll: List(PodrollInput, 100),
  trailers: List(TrailerInput, 20),
  complete: Type.Optional(Type.Boolean()),
};

/** The feed fields of an episode that its author may send. */
export const EPISODE_FEED_INPUT = {
  ...SHARED,
  link_url: Maybe(Address),
  author: Maybe(Line),
  season_name: Maybe(Type.String({ maxLength: 128 })),
  episode_display: Maybe(Type.String({ maxLength: 32 })),
  soundbites: List(SoundbiteInput, 50),
};

/** The addresses that an import brings, and that authors cannot send. */
export const EPISODE_FEED_LINKS = {
  chapters_url: Maybe(Address),
  transcript_links: List(
    Closed({ url: Address, type: Line, language: Maybe(Line), rel: Maybe(Line) }),
    100,
  ),
};

/** Fields that complete an entry. A given field replaces its default. */
const LEFT_OUT: Readonly<Record<string, object>> = {
  persons: { role: null, group: null, img: null, href: null },
  locations: { rel: null, geo: null, osm: null, country: null },
  license: { url: null },
  txt: { purpose: null },
  podroll: { feed_url: null, item_guid: null, medium: null, title: null },
  trailers: { length: null, type: null, season: null },
  soundbites: { title: '' },
};

type Columns<Input> = {
  [Name in keyof Input]: NonNullable<Input[Name]> extends object
    ? string | Extract<Input[Name], null | undefined>
    : Input[Name];
};

/** The columns of feed fields: lists and objects become JSON text, with null for missing fields. */
export function toFeedColumns<Input extends object>(input: Input): Columns<Input> {
  const columns = Object.entries(input).map(([name, value]) => {
    const complete = (entry: object) => ({ ...LEFT_OUT[name], ...entry });
    if (Array.isArray(value)) return [name, JSON.stringify(value.map(complete))];
    if (value !== null && typeof value === 'object') return [name, JSON.stringify(complete(value))];
    return [name, value];
  });
  return Object.fromEntries(columns) as Columns<Input>;
}
