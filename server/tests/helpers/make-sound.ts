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
    join(tones.map((tone) => makeSine(tone, tone.levels[channel] ?? -200, rate))),
  );
  return { channels, rate };
}

function join(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function makeSine({ seconds, frequency = 1000, phase = 0 }: Tone, level: number, rate: number) {
  const peak = 10 ** (level / 20);
  const start = (phase * Math.PI) / 180;
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => peak * Math.sin((2 * Math.PI * frequency * at) / rate + start),
  );
}

/** The same sound in pieces of changing lengths, as decoders produce it. */
export function* cut({ channels, rate }: Pcm, lengths: readonly number[]): Generator<Pcm> {
  const total = channels[0]?.length ?? 0;
  for (let at = 0, piece = 0; at < total; piece++) {
    const to = at + (lengths[piece % lengths.length] ?? total);
    yield { channels: channels.map((samples) => samples.subarray(at, to)), rate };
    at = to;
  }
}

/** The sound as a WAV file with 16 bits per sample. Samples over full scale are clipped. */
export function toWav({ channels, rate }: Pcm): Buffer {
  const frames = channels[0]?.length ?? 0;
  const bytes = frames * channels.length * 2;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(channels.length, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels.length * 2, 28);
  file.writeUInt16LE(channels.length * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  for (let frame = 0, at = 44; frame < frames; frame++) {
    for (const samples of channels) {
      const level = Math.max(-1, Math.min(1, samples[frame] ?? 0));
      at = file.writeInt16LE(Math.round(level * 32_767), at);
    }
  }
  return file;
}
