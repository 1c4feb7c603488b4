import type {
  AgeComparison,
  EpisodeListening,
  EpisodeNumbers,
  LatestDownloads,
  MethodDescription,
  ShowNumbers,
  ShowTrend,
} from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { readDay } from './days.ts';
import { WINDOWS } from './method.ts';

export const ShowParams = Type.Object({ show_id: Id });
export const EpisodeParams = Type.Object({ episode_id: Id });

const Day = (field: string, description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 10,
      description,
      examples: ['2026-01-31'],
      'x-read-by': (text: string) => readDay(text, field),
    }),
  );

const Window = Type.Enum([...WINDOWS], {
  type: 'string',
  description:
    'Joins repeated requests of one person: those of a day (UTC), those within 24 hours after the first one, or those with less than 24 hours between them',
});

const Days = {
  from: Day('from', 'The first day (UTC). By default 29 days before the last one'),
  to: Day('to', 'The last day (UTC). By default today'),
};

export const NumbersQuery = Type.Object({ ...Days, window: Type.Optional(Window) });
export const ListeningQuery = Type.Object(Days);

const DayInAnswer = Type.String({ examples: ['2026-01-31'] });
const Count = Type.Integer({ examples: [42] });

const Parts = Type.Array(
  Type.Object({ value: Type.String({ examples: ['AntennaPod'] }), downloads: Count }),
);

const METHOD_FIELDS = {
  version: Type.Integer(),
  guidelines: Type.String({
    examples: ['IAB Tech Lab Podcast Technical Measurement Guidelines 2.3'],
  }),
  window_hours: Type.Integer({ examples: [24] }),
  threshold_seconds: Type.Integer({ examples: [60] }),
};

const Names = Type.Array(Type.String());

export const MethodSchema = Type.Object({
  ...METHOD_FIELDS,
  window: Type.Enum([...WINDOWS], { type: 'string' }),
  raw_days: Type.Integer({ examples: [90] }),
  max_parts: Type.Integer({ examples: [1_000] }),
  max_episodes: Type.Integer({ examples: [100] }),
  max_values: Type.Integer({ examples: [100] }),
  program_lists: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['isbot'] }),
      version: Type.String({ examples: ['5.2.3'] }),
      source: Type.String({ format: 'uri' }),
      taken: DayInAnswer,
      entries: Count,
    }),
  ),
  own_programs: Names,
  devices: Names,
  hosting_companies: Names,
});
true satisfies IsSame<Static<typeof MethodSchema>, MethodDescription>;

const COMMON = {
  method: Type.Object(METHOD_FIELDS),
  basis: Type.Enum(['bytes', 'redirects'], {
    type: 'string',
    description:
      'Whether downloads are counted from the bytes that were sent, or some of them from redirects to the storage, as if the whole file was sent',
  }),
  from: DayInAnswer,
  to: DayInAnswer,
  window: Type.Enum([...WINDOWS], { type: 'string' }),
  total: Count,
  parts: Type.Object({ app: Parts, device: Parts, country: Parts, referrer: Parts, place: Parts }),
};

export const ShowNumbersSchema = Type.Object({
  ...COMMON,
  days: Type.Array(Type.Object({ day: DayInAnswer, downloads: Count, listeners: Count })),
  episodes: Type.Array(
    Type.Object({ episode_id: Type.Integer(), title: Type.String(), downloads: Count }),
  ),
  history: Type.Array(
    Type.Object({
      day: DayInAnswer,
      span: Type.Enum(['day', 'month'], { type: 'string' }),
      downloads: Count,
      host: Type.String({ examples: ['Spreaker'] }),
    }),
    { description: 'As other hosts have counted them, apart from the figures of this host' },
  ),
});
true satisfies IsSame<Static<typeof ShowNumbersSchema>, ShowNumbers>;

export const EpisodeNumbersSchema = Type.Object({
  ...COMMON,
  days: Type.Array(Type.Object({ day: DayInAnswer, downloads: Count })),
});
true satisfies IsSame<Static<typeof EpisodeNumbersSchema>, EpisodeNumbers>;

export const ShowTrendSchema = Type.Object({
  total: Count,
  before: Count,
  days: Type.Array(Type.Object({ day: DayInAnswer, downloads: Count, before: Count })),
});
true satisfies IsSame<Static<typeof ShowTrendSchema>, ShowTrend>;

export const LatestDownloadsSchema = Type.Object({
  episode_id: Type.Integer(),
  title: Type.String(),
  published_at: Type.String(),
  hours: Type.Integer({ examples: [75] }),
  downloads: Count,
  before: Nullable(
    Type.Object({
      episodes: Type.Integer({ examples: [5] }),
      median: Type.Number({ examples: [120] }),
    }),
  ),
});
true satisfies IsSame<Static<typeof LatestDownloadsSchema>, LatestDownloads>;

export const AgeQuery = Type.Object({ window: Type.Optional(Window) });

export const AgeComparisonSchema = Type.Object({
  method: Type.Object(METHOD_FIELDS),
  window: Type.Enum([...WINDOWS], { type: 'string' }),
  ages: Type.Array(Type.Integer({ examples: [24] }), {
    description:
      'Hours since publication: each of the first day, every sixth one of the first week, and then one a day until 30 days',
  }),
  episodes: Type.Array(
    Type.Object({
      episode_id: Type.Integer(),
      title: Type.String(),
      published_at: Type.String(),
      hours: Type.Integer({ description: 'The age of the episode: 0 to 720', examples: [75] }),
      downloads: Type.Array(Count, {
        description: 'From the publication until each of the ages that the episode has reached',
      }),
    }),
  ),
});
true satisfies IsSame<Static<typeof AgeComparisonSchema>, AgeComparison>;

const Place = Type.Enum(['site', 'embed'], { type: 'string' });

export const ListeningBody = Type.Object({
  key: Type.Optional(Type.String({ maxLength: 200, description: 'Opens a private episode' })),
  place: Place,
  host: Type.Optional(
    Type.String({
      maxLength: 253,
      pattern: String.raw`^[\w.:[\]-]+$`,
      description: 'The host of the page around an embed',
      examples: ['blog.example.org'],
    }),
  ),
  start: Type.Optional(
    Type.Boolean({ description: 'True in the first report of a page about the episode' }),
  ),
  heard: Type.Optional(
    Type.Array(Type.String({ pattern: String.raw`^\d{1,6}-\d{1,6}$`, examples: ['0-12'] }), {
      maxItems: 30,
      description:
        'The parts that were heard since the report before, in order and apart: whole seconds, and the first second after them',
    }),
  ),
  quartiles: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 4 }), {
      maxItems: 4,
      description: 'The quartiles that were reached since',
    }),
  ),
});

export const ListeningSchema = Type.Object({
  enabled: Type.Boolean({ description: 'False if this host does not measure it now' }),
  from: DayInAnswer,
  to: DayInAnswer,
  starts: Count,
  quartiles: Type.Array(Count, {
    description:
      'At how many starts at least a quarter, a half, three quarters and 95 % of the episode were heard',
  }),
  heard_seconds: Count,
  duration: Type.Integer({ description: 'Seconds; 0 if unknown', examples: [1800] }),
  curve: Type.Array(Count, {
    description:
      'The seconds that were heard in each of up to 200 equal parts of the audio, by all listeners together',
  }),
  places: Type.Array(
    Type.Object({
      place: Place,
      host: Type.String({ description: 'Empty if unknown, `*` for further hosts' }),
      starts: Count,
    }),
  ),
});
true satisfies IsSame<Static<typeof ListeningSchema>, EpisodeListening>;
