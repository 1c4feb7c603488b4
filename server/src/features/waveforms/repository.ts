import type { WaveformResolution } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { isReadable } from '../policy/policy.ts';

export interface WaveformRequest {
  episodeId: number;
  resolution: WaveformResolution;
  viewer?: Viewer | undefined;
  /** Opens a private episode. */
  key?: string | undefined;
}

/** An episode that the viewer may read, with its waveform if there is one. */
export interface EpisodeWaveformRow {
  show_id: number;
  user_id: number;
  /** Null if the audio is not stored here. */
  media_id: number | null;
  samples_per_second: number | null;
  peaks: Buffer | null;
}

export async function findEpisodeWaveform(
  database: Database,
  { episodeId, resolution, viewer = ANONYMOUS, key }: WaveformRequest,
): Promise<EpisodeWaveformRow | null> {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('waveforms', (join) =>
      join
        .onRef('waveforms.media_id', '=', 'episodes.media_id')
        .on('waveforms.resolution', '=', resolution),
    )
    .select([
      'episodes.show_id',
      'episodes.user_id',
      'episodes.media_id',
      'waveforms.samples_per_second',
      'waveforms.peaks',
    ])
    .where(isReadable(viewer, key ?? null))
    .where('episodes.episode_id', '=', episodeId)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewWaveform {
  resolution: WaveformResolution;
  samples_per_second: number;
  peaks: Uint8Array;
}

/** Replaces the waveforms of a file. */
export async function saveWaveforms(
  database: Database,
  mediaId: number,
  waveforms: readonly NewWaveform[],
): Promise<void> {
  const rows = waveforms.map(({ peaks, ...waveform }) => ({
    ...waveform,
    media_id: mediaId,
    peaks: Buffer.from(peaks.buffer, peaks.byteOffset, peaks.byteLength),
  }));
  await database
    .insertInto('waveforms')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['media_id', 'resolution']).doUpdateSet(({ ref }) => ({
        samples_per_second: ref('excluded.samples_per_second'),
        peaks: ref('excluded.peaks'),
      })),
    )
    .execute();
}

/** The hash of stored audio without a waveform. */
export async function findWithoutWaveform(
  database: Database,
  mediaId: number,
): Promise<string | null> {
  const row = await database
    .selectFrom('media')
    .select('sha256')
    .where('media_id', '=', mediaId)
    .where('kind', '=', 'audio')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('waveforms').whereRef('waveforms.media_id', '=', 'media.media_id'))),
    )
    .executeTakeFirst();
  return row?.sha256 ?? null;
}
