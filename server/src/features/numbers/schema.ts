import type { EpisodeListening, ShowNumbers } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame } from '../../platform/http/schemas.ts';
import { WINDOWS } from './method.ts';
import { readDay } from './read-day.ts';

export const NumbersParams = Type.Object({ show_id: Id });

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

export const NumbersSchema = Type.Object({
  method: Type.Object({
    version: Type.Integer(),
    guidelines: Type.String({
      examples: ['IAB Tech Lab Podcast Technical Measurement Guidelines 2.3'],
    }),
    window_hours: Type.Integer({ examples: [24] }),
    threshold_seconds: Type.Integer({ examples: [60] }),
  }),
  from: DayInAnswer,
  to: DayInAnswer,
  window: Type.Enum([...WINDOWS], { type: 'string' }),
  total: Count,
  days: Type.Array(Type.Object({ day: DayInAnswer, downloads: Count })),
  episodes: Type.Array(
    Type.Object({ episode_id: Type.Integer(), title: Type.String(), downloads: Count }),
  ),
});
true satisfies IsSame<Static<typeof NumbersSchema>, ShowNumbers>;

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
