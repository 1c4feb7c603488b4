import type { MeasuredSound } from '../meters/measure-sound.ts';
import type { AudioFacts, AudioTags } from '../probe-audio.ts';

/** Everything that is known of an audio file once it was read and decoded. */
export interface ProcessedAudio extends MeasuredSound {
  facts: AudioFacts;
  tags: AudioTags;
  /** The embedded picture as it is: its bytes are not checked. Null without one. */
  cover: Uint8Array | null;
  /** Hz, of the decoded sound. */
  sample_rate: number;
  channels: number;
  /** Browsers seek wrongly in this file. */
  needs_repack: boolean;
  /** The facts of the repacked copy. Null without one. */
  repacked: AudioFacts | null;
}

/** What the worker is asked for. */
export interface AudioTask {
  path: string;
  /** Where to write a repacked copy if the file needs one. Null to write none. */
  output: string | null;
}

/** What the worker answers: progress in percent, then one of the others. */
export type AudioReport =
  | { type: 'progress'; percent: number }
  | { type: 'done'; audio: ProcessedAudio }
  /** The file is at fault, in words for its owner. */
  | { type: 'refused'; reason: string };
