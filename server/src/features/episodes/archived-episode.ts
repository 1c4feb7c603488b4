import { AppError, type EpisodeState, type Visibility } from 'earshot/contract';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import { type EpisodeChange, EpisodeChangeBody, toEpisodeColumns } from './episode-input.ts';

/** An episode in an archive, read with the same checks as input of an author. */
export interface ArchivedEpisode {
  guid: string;
  title: string;
  permalink: string;
  /** Sanitised HTML. */
  description: string;
  state: EpisodeState;
  published_at: Date | null;
  publish_as: Visibility | null;
  access_key: string | null;
  /** The address of audio outside of the archive. Empty for audio that was uploaded. */
  enclosure_url: string;
  /** All other fields that an author may send. */
  columns: Omit<ReturnType<typeof toEpisodeColumns>, 'permalink' | 'title' | 'description'>;
  /** Data that feeds do not carry. */
  settings: ArchivedSettings;
}

type Columns = ReturnType<typeof toEpisodeColumns>;

const SETTINGS = [
  'tags',
  'midrolls',
  'preroll',
  'postroll',
  'allow_messages',
  'allow_timed_messages',
  'show_listeners',
  'requires_token',
] as const;

export type ArchivedSettings = Partial<Pick<Columns, (typeof SETTINGS)[number]>>;

/** Handled separately or not imported: the upload has another id here, and no stream is on air after a move. */
const APART = ['media_id', 'is_on_air', 'title', 'description', 'permalink'];

const FIELDS = Object.entries<TSchema>(EpisodeChangeBody.properties)
  .filter(([name]) => !APART.includes(name))
  .map(([name, schema]) => [name, schema] as const);

const Guid = Type.String({ minLength: 1, maxLength: 2_000 });
const Key = Type.String({ pattern: '^[\\w-]{16,200}$' });
const Address = Type.String({ maxLength: 8_000, pattern: '^https?://' });
const State = Type.Enum(['draft', 'scheduled', 'published', 'unlisted', 'private', 'live']);
const Kind = Type.Enum(['public', 'unlisted', 'private']);
const DESCRIPTION_MAX = 1_000_000; // imported notes may be longer than those that are written here

/** Null if the JSON is not an episode. Unusable fields are dropped. */
export function readArchivedEpisode(json: unknown): ArchivedEpisode | null {
  if (typeof json !== 'object' || json === null) return null;
  const sent = json as Record<string, unknown>;
  const guid = fitting(Guid, sent.guid);
  if (guid === null) return null;
  const columns = readColumns(sent);
  return {
    guid,
    title: cleanLine(textOf(sent.title)) || 'Untitled',
    permalink: textOf(sent.permalink),
    description: cleanHtml(textOf(sent.description).slice(0, DESCRIPTION_MAX)),
    state: fitting(State, sent.state) ?? 'draft',
    published_at: timeOf(sent.published_at),
    publish_as: fitting(Kind, sent.publish_as),
    access_key: fitting(Key, sent.access_key),
    enclosure_url: fitting(Address, sent.enclosure_url) ?? '',
    columns,
    settings: Object.fromEntries(
      SETTINGS.filter((name) => columns[name] !== undefined).map((name) => [name, columns[name]]),
    ),
  };
}

function readColumns(sent: Readonly<Record<string, unknown>>): ArchivedEpisode['columns'] {
  const read = FIELDS.map(([name, schema]) => {
    const value = fitting(schema, sent[name]);
    return value === null ? {} : toColumns({ [name]: value });
  });
  return Object.assign({}, ...read);
}

/** Empty for a value that authors cannot send, such as a time in another century. */
function toColumns(field: EpisodeChange) {
  try {
    return toEpisodeColumns(field);
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** PostgreSQL stores no null character, and no encoding has a lone surrogate. */
const BROKEN = /[\0\p{Surrogate}]/u;

const textOf = (value: unknown): string =>
  typeof value === 'string' && !BROKEN.test(value) ? value : '';

function fitting<Schema extends TSchema>(schema: Schema, value: unknown) {
  const isText = !BROKEN.test(JSON.stringify(value ?? null).replaceAll('\\u0000', '\0'));
  return isText && validatorOf(schema).Check(value) ? (value as Type.Static<Schema>) : null;
}

const validators = new Map<TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: TSchema) {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}

const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

function timeOf(value: unknown): Date | null {
  const time = new Date(textOf(value) || Number.NaN);
  return time.getTime() >= EARLIEST && time.getTime() <= LATEST ? time : null;
}
