import type { Waveform } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const WaveformParams = Type.Object({ episode_id: Id });

export const WaveformQuery = Type.Object({
  resolution: Type.Optional(Type.Enum(['overview', 'detail'], { type: 'string' })),
  format: Type.Optional(Type.Enum(['json', 'binary'], { type: 'string' })),
  key: Type.Optional(Type.String()),
});

const WaveformSchema = Type.Object({
  samples_per_second: Type.Number(),
  peaks: Type.Array(Type.Number()),
});
true satisfies IsSame<Static<typeof WaveformSchema>, Waveform>;

const WaveformAnswer = (description: string) =>
  Type.Object({ response: Type.Object({ waveform: Nullable(WaveformSchema) }) }, { description });

export const WAVEFORM_ANSWERS = {
  200: WaveformAnswer('The waveform'),
  202: WaveformAnswer('The waveform is being made: `null` until then'),
};
