import { AppError, type Waveform, type WaveformResolution } from 'earshot/contract';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import type { MeasuredSound } from '../../platform/audio/meters/measure-sound.ts';
import { NotPlayable } from '../../platform/audio/not-playable.ts';
import { processAudio } from '../../platform/audio/worker/process-audio.ts';
import type { Database } from '../../platform/database/database.ts';
import { addShowSources } from '../shows/shows.ts';
import * as repository from './repository.ts';

export interface WaveformReading {
  resolution: WaveformResolution;
  /** Opens a private episode. */
  key?: string | undefined;
}

/** A waveform in its stored form: a byte for each peak. */
export interface StoredWaveform {
  samples_per_second: number;
  peaks: Buffer;
}

/** The waveform of an episode, or the id of the audio for which it must still be made. */
export type FoundWaveform = { missing: number } | StoredWaveform;

/** @throws AppError EPISODE_UNAVAILABLE, or NOT_FOUND if there will never be a waveform. */
export async function findWaveform(
  deps: ReadDeps,
  episodeId: number,
  { resolution, key }: WaveformReading,
): Promise<FoundWaveform> {
  const { database, viewer } = deps;
  const request = { episodeId, resolution, viewer, key };
  const row = await repository.findEpisodeWaveform(database, request);
  if (!row) throw new AppError('EPISODE_UNAVAILABLE');
  addShowSources(deps, row);
  if (row.media_id === null) throw new AppError('NOT_FOUND', { messages: [ELSEWHERE] });
  if (row.peaks === null || row.samples_per_second === null) return { missing: row.media_id };
  if (row.peaks.length === 0) throw new AppError('NOT_FOUND', { messages: [UNREADABLE] });
  return { samples_per_second: row.samples_per_second, peaks: row.peaks };
}

const ELSEWHERE = 'The audio of this episode is not stored here, so there is no waveform of it.';
const UNREADABLE = 'The audio of this episode cannot be decoded, so there is no waveform of it.';

/** Peaks from 0 to 1, with three digits, which is enough for a drawing. */
export function toWire({ samples_per_second, peaks }: StoredWaveform): Waveform {
  return {
    samples_per_second,
    peaks: Array.from(peaks, (peak) => Math.round(peak / 0.255) / 1000),
  };
}

const MAGIC = 'EWF1';
const HEADER_BYTES = 12;

/** 12 bytes of header (EWF1, peaks per second as a little-endian float32, their number as uint32), then the peaks. */
export function toBinary({ samples_per_second, peaks }: StoredWaveform): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeFloatLE(samples_per_second, 4);
  header.writeUInt32LE(peaks.length, 8);
  return Buffer.concat([header, peaks]);
}

/** Saves the waveforms of stored audio. */
export async function saveWaveforms(
  database: Database,
  mediaId: number,
  { overview, detail }: Pick<MeasuredSound, 'overview' | 'detail'>,
): Promise<void> {
  await repository.saveWaveforms(database, mediaId, [
    { resolution: 'overview', ...overview },
    { resolution: 'detail', ...detail },
  ]);
}

const NOTHING = { samples_per_second: 1, peaks: new Uint8Array() };

/** Makes the waveforms of stored audio without one. */
export async function makeWaveforms(
  { database, store }: Pick<FeatureDeps, 'database' | 'store'>,
  mediaId: number,
  signal: AbortSignal,
): Promise<void> {
  const sha256 = await repository.findWithoutWaveform(database, mediaId);
  if (sha256 === null) return;
  const measured = await store
    .withLocalFile(sha256, (path) => processAudio(path, { signal }))
    .catch((error) => {
      if (error instanceof NotPlayable) return { overview: NOTHING, detail: NOTHING };
      throw error;
    });
  await saveWaveforms(database, mediaId, measured);
}
