import type { MeasuredSound } from '../meters/measure-sound.ts';
import type { NotPlayable } from '../not-playable.ts';
import type { AudioFacts, AudioInspection } from '../probe-audio.ts';

/** All facts of an audio file after reading and decoding it. */
export interface ProcessedAudio extends MeasuredSound, Omit<AudioInspection, 'container'> {
  /** Hz, of the decoded sound. */
  sample_rate: number;
  channels: number;
  /** Browsers seek wrongly in this file. */
  needs_repack: boolean;
  /** The facts of the repacked copy. Null without one. */
  repacked: AudioFacts | null;
}

/** A request to the worker. */
export interface AudioTask {
  path: string;
  /** Path of the repacked copy, if the file needs one. Null to write none. */
  output: string | null;
}

/** An answer of the worker: progress in percent, then one of the others. */
export type AudioReport =
  | { type: 'progress'; percent: number }
  | { type: 'done'; audio: ProcessedAudio }
  /** The file is refused. */
  | ({ type: 'refused' } & Pick<NotPlayable, 'defect' | 'value'>);
