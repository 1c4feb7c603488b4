import type { Database } from '../../../platform/database/database.ts';
import type { NamedAudio } from './audio-in-path.ts';

/** The files of this host among these, and the files of these episodes. */
export interface KnownAudio {
  files: ReadonlySet<string>;
  /** By id. Null if the audio of the episode is on another host. */
  episodes: ReadonlyMap<number, string | null>;
}

export async function findKnown(
  database: Database,
  named: readonly NamedAudio[],
): Promise<KnownAudio> {
  const sha256 = [...new Set(named.flatMap((audio) => audio.sha256 ?? []))];
  const ids = [...new Set(named.flatMap(({ episodeId }) => episodeId ?? []))];
  const files = await database
    .selectFrom('media')
    .select('sha256')
    .where('kind', '=', 'audio')
    .where('sha256', 'in', sha256.length > 0 ? sha256 : [''])
    .execute();
  const episodes = await database
    .selectFrom('episodes')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select(['episode_id', 'sha256'])
    .where('episode_id', 'in', ids.length > 0 ? ids : [0])
    .execute();
  return {
    files: new Set(files.map((file) => file.sha256)),
    episodes: new Map(episodes.map((episode) => [episode.episode_id, episode.sha256])),
  };
}
