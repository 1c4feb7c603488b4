// Decoded sound whose loudness is known: sines, as in the test signals of EBU Tech 3341 and 3342.
import type { Pcm } from '../../src/platform/audio/decode/pcm.ts';

export interface Tone {
  /** dBFS of the peak in each channel. */
  levels: readonly number[];
  seconds: number;
  /** Hz. */
  frequency?: number;
  /** Degrees. */
  phase?: number;
}

/** Plays tones one after another. */
export function makeTones(tones: readonly Tone[], rate: number): Pcm {
  const count = tones[0]?.levels.length ?? 0;
  const channels = Array.from({ length: count }, (_, channel) =>
    Float32Array.from(
      tones.flatMap((tone) => Array.from(makeSine(tone, tone.levels[channel] ?? -200, rate))),
    ),
  );
  return { channels, rate };
}

function makeSine({ seconds, frequency = 1000, phase = 0 }: Tone, level: number, rate: number) {
  const peak = 10 ** (level / 20);
  const start = (phase * Math.PI) / 180;
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => peak * Math.sin((2 * Math.PI * frequency * at) / rate + start),
  );
}

/** The same sound in pieces of changing lengths, as decoders give it. */
export function* cut({ channels, rate }: Pcm, lengths: readonly number[]): Generator<Pcm> {
  const total = channels[0]?.length ?? 0;
  for (let at = 0, piece = 0; at < total; piece++) {
    const to = at + (lengths[piece % lengths.length] ?? total);
    yield { channels: channels.map((samples) => samples.subarray(at, to)), rate };
    at = to;
  }
}
