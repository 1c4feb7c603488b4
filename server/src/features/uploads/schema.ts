import type { Media } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

const FactsSchema = Type.Object({
  title: Nullable(Type.String()),
  artist: Nullable(Type.String()),
  album: Nullable(Type.String()),
  chapters: Type.Array(Type.Object({ starts_at: Type.Number(), title: Type.String() })),
  sample_rate: Type.Integer(),
  channels: Type.Integer(),
  bitrate: Type.Integer(),
  loudness: Type.Object({
    integrated: Nullable(Type.Number()),
    true_peak: Nullable(Type.Number()),
    range: Nullable(Type.Number()),
  }),
  clipping: Type.Integer(),
  silence_start: Type.Number(),
  silence_end: Type.Number(),
  needs_repack: Type.Boolean(),
  repacked: Type.Boolean(),
});

export const MediaSchema = Type.Object({
  media_id: Id,
  state: Type.Union([
    Type.Literal('uploading'),
    Type.Literal('uploaded'),
    Type.Literal('processing'),
    Type.Literal('ready'),
    Type.Literal('failed'),
  ]),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  error: Nullable(Type.String()),
  file_name: Type.String(),
  mime_type: Nullable(Type.String()),
  duration: Nullable(Type.Number()),
  file_size: Nullable(Type.Integer()),
  http_url: Nullable(Type.String()),
  facts: Nullable(FactsSchema),
  created_at: Type.String(),
  expires_at: Nullable(Type.String()),
});

true satisfies IsSame<Static<typeof MediaSchema>, Media>;

export const MediaParams = Type.Object({ media_id: Id });
