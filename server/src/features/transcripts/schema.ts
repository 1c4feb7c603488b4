import type { Transcript } from 'earshot/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { TRANSCRIPT_BYTES_MAX } from '../../platform/transcripts/read-transcript.ts';
import { EpisodeInPath } from '../episodes/episodes.ts';

const TranscriptSchema = Type.Object({
  language: Nullable(Type.String()),
  cues: Type.Integer(),
  version: Nullable(Type.String({ examples: ['5f1b2c9e0d7a4c3e8b6f1a2d3c4e5f60'] })),
  files: Type.Array(
    Type.Object({
      type: Type.String({ examples: ['text/vtt'] }),
      url: Type.String({ examples: ['https://pod.example/media/episodes/1/transcript.vtt'] }),
    }),
  ),
});
true satisfies IsSame<Static<typeof TranscriptSchema>, Transcript>;

export const TranscriptAnswer = Type.Object({
  transcript: Type.Union([TranscriptSchema, Type.Null()]),
});

/** With the lines that are wrong, and could be left out. */
export const NewTranscriptAnswer = Type.Object({
  transcript: TranscriptSchema,
  problems: Type.Array(
    Type.String({ examples: ['line 5: must be a time such as 00:01:02.000 --> 00:01:05.500'] }),
  ),
});

export const TranscriptQuery = Type.Object({
  key: Type.Optional(Type.String()),
  /** `true`: an episode without a transcript answers null instead of 404. */
  optional: Type.Optional(Type.Boolean()),
});

const Language = Type.Optional(Type.String({ maxLength: 35 }));
const Neutral = Type.Optional(Type.String());
/** The route reads its body itself, so only the schema refuses unknown fields. */
export const NewTranscriptQuery = Type.Object(
  { culture: Neutral, c: Neutral, escape: Neutral, v: Neutral, language: Language },
  { additionalProperties: false },
);

const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.500\n<v Ada>I have rung that bell.\n';
const SRT = '1\n00:00:00,000 --> 00:00:02,500\nI have rung that bell.\n';
const Segment = Type.Object({
  speaker: Type.Optional(Type.String()),
  startTime: Type.Number(),
  endTime: Type.Number(),
  body: Type.String(),
});
const SEGMENT = { speaker: 'Ada', startTime: 0, endTime: 2.5, body: 'I have rung that bell.' };

const file = (example: string) =>
  Type.String({ maxLength: TRANSCRIPT_BYTES_MAX, examples: [example] });
const content = (schemas: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

/** The accepted bodies. The route reads all of them itself. */
export const TRANSCRIPT_BODIES = {
  content: content({
    'multipart/form-data': Type.Object(
      { file: Type.Optional(Type.String({ format: 'binary' })), language: Language },
      { additionalProperties: false },
    ),
    'text/vtt': file(VTT),
    'application/x-subrip': file(SRT),
    'application/json': Type.Object(
      { version: Type.Optional(Type.String()), segments: Type.Array(Segment) },
      { examples: [{ version: '1.0.0', segments: [SEGMENT] }] },
    ),
    'text/plain': file('I have rung that bell.'),
  }),
};

export const TranscriptFileParams = Type.Object({
  episode: EpisodeInPath,
  format: Type.Enum(['vtt', 'srt', 'json', 'txt'], { type: 'string' }),
});
