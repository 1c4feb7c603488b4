import type { Database } from '../../platform/database/database.ts';
import * as repository from './repository.ts';

/** A stored file of a feed. */
export interface FeedFile {
  /** The end of its address in the feed, where an import looks for audio; pictures have the name of what they show. */
  name: string;
  sha256: string;
}

const BATCH = 100;

/** The audio and the pictures of a show's public feed that are stored here. */
export async function* listFeedFiles(
  database: Database,
  show: repository.ShowRow,
): AsyncGenerator<FeedFile> {
  yield* picture('cover', show);
  const range = { showId: show.show_id, audience: 'public', limit: BATCH } as const;
  let after: repository.EpisodeBatch['after'] = null;
  for (;;) {
    const episodes: repository.EpisodeRow[] = await repository.listEpisodes(database, {
      ...range,
      after,
    });
    for (const episode of episodes) yield* filesOf(episode);
    const last = episodes.at(-1);
    if (!last || episodes.length < BATCH) return;
    after = { published_at: last.published_moment, episode_id: last.episode_id };
  }
}

function* filesOf(episode: repository.EpisodeRow): Generator<FeedFile> {
  const { episode_id, audio_sha256, audio_extension } = episode;
  if (audio_sha256) yield { name: `${episode_id}.${audio_extension}`, sha256: audio_sha256 };
  yield* picture(`picture-${episode_id}`, episode);
}

function* picture(
  name: string,
  { image_sha256, image_extension }: Pick<repository.ShowRow, 'image_sha256' | 'image_extension'>,
): Generator<FeedFile> {
  if (image_sha256) yield { name: `${name}.${image_extension}`, sha256: image_sha256 };
}
