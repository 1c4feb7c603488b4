import type { EpisodeState, Visibility } from 'earshot/contract';
import { Type } from 'typebox';
import {
  fieldsWithout,
  fitting,
  NOTES_MAX,
  pickColumns,
  readColumns,
  type Sent,
  textOf,
} from '../../platform/archives/archived-fields.ts';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import { EpisodeChangeBody, toEpisodeColumns } from './episode-input.ts';

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
  columns: Partial<Omit<Columns, 'permalink' | 'title' | 'description'>>;
  /** Data that feeds do not carry. */
  settings: ArchivedSettings;
  /** The latest time on air of a stream that has ended. */
  onAir: { on_air_from: Date; on_air_until: Date } | null;
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
  'live_url',
  'live_starts_at',
  'live_ends_at',
] as const;

export type ArchivedSettings = Partial<Pick<Columns, (typeof SETTINGS)[number]>> & {
  first_listed_at?: Date;
};

/** Handled separately or not imported: the upload has another id here, and no stream is on air after a move. */
const APART = ['media_id', 'is_on_air', 'title', 'description', 'permalink'];

const FIELDS = fieldsWithout(EpisodeChangeBody.properties, APART);

const Guid = Type.String({ minLength: 1, maxLength: 2_000 });
const Key = Type.String({ pattern: '^[\\w-]{16,200}$' });
const Address = Type.String({ maxLength: 8_000, pattern: '^https?://' });
const State = Type.Enum(['draft', 'scheduled', 'published', 'unlisted', 'private', 'live']);
const Kind = Type.Enum(['public', 'unlisted', 'private']);

/** Null if the JSON is not an episode. Unusable fields are dropped. */
export function readArchivedEpisode(json: unknown): ArchivedEpisode | null {
  if (typeof json !== 'object' || json === null) return null;
  const sent = json as Sent;
  const guid = fitting(Guid, sent.guid);
  if (guid === null) return null;
  const columns = readColumns(FIELDS, sent, toEpisodeColumns);
  const first_listed_at = timeOf(sent.first_listed_at);
  const [on_air_from, on_air_until] = [timeOf(sent.on_air_from), timeOf(sent.on_air_until)];
  return {
    guid,
    title: cleanLine(textOf(sent.title)) || 'Untitled',
    permalink: textOf(sent.permalink),
    description: cleanHtml(textOf(sent.description).slice(0, NOTES_MAX)),
    state: fitting(State, sent.state) ?? 'draft',
    published_at: timeOf(sent.published_at),
    publish_as: fitting(Kind, sent.publish_as),
    access_key: fitting(Key, sent.access_key),
    enclosure_url: fitting(Address, sent.enclosure_url) ?? '',
    columns,
    settings: { ...pickColumns(columns, SETTINGS), ...(first_listed_at && { first_listed_at }) },
    onAir: on_air_from && on_air_until && { on_air_from, on_air_until },
  };
}

const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

function timeOf(value: unknown): Date | null {
  const time = new Date(textOf(value) || Number.NaN);
  return time.getTime() >= EARLIEST && time.getTime() <= LATEST ? time : null;
}
