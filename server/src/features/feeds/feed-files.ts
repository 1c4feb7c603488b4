import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { type FeedImageColumns, feedImageAddress } from '../media/media.ts';
import { hostedAddress } from './episode-to-rss.ts';
import * as repository from './repository.ts';

/** A stored file of a feed. */
export interface FeedFile {
  /** For audio, the end of its address in the feed; pictures are named after their content. */
  name: string;
  /** The address in the feed. */
  address: string;
  sha256: string;
}

const BATCH = 100;

/** The audio and the pictures of a show's public feed that are stored here. */
export async function* listFeedFiles(
  database: Database,
  show: repository.ShowRow,
  config: Pick<Config, 'mediaUrl' | 'numbersPrefix'>,
): AsyncGenerator<FeedFile> {
  const { mediaUrl } = config;
  yield* picture('cover', show, mediaUrl);
  const range = { showId: show.show_id, audience: 'public', limit: BATCH } as const;
  let after: repository.EpisodeBatch['after'] = null;
  for (;;) {
    const episodes: repository.EpisodeRow[] = await repository.listEpisodes(database, {
      ...range,
      after,
    });
    for (const episode of episodes) {
      const { episode_id, audio_sha256: sha256, audio_extension: extension } = episode;
      if (sha256 && extension) {
        const address = hostedAddress(episode_id, extension, { config, show, token: null });
        yield { name: `${episode_id}.${extension}`, address, sha256 };
      }
      yield* picture(`picture-${episode_id}`, episode, mediaUrl);
    }
    const last = episodes.at(-1);
    if (!last || episodes.length < BATCH) return;
    after = { published_at: last.published_moment, episode_id: last.episode_id };
  }
}

function* picture(name: string, image: FeedImageColumns, mediaUrl: string): Generator<FeedFile> {
  const address = feedImageAddress(image, mediaUrl);
  const { image_sha256: sha256, image_extension: extension } = image;
  if (sha256 && address) yield { name: `${name}.${extension}`, address, sha256 };
}
