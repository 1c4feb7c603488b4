import { AppError } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import type { EpisodeAddress } from '../episodes/episodes.ts';
import * as repository from './repository.ts';

export { isForSubscribers } from './repository.ts';

// Access of subscribers by the token of a private feed.

/**
 * The show of a token.
 * @throws AppError NOT_SIGNED_IN for a token that is unknown or revoked
 */
export async function mustSubscribe(database: Database, token: string): Promise<number> {
  const row = await repository.findToken(database, hashSecret(token));
  if (!row) refuseToken();
  await repository.touchToken(database, row.token_id);
  return row.show_id;
}

export function refuseToken(): never {
  throw new Refusal('NOT_SIGNED_IN', [{ field: 'token', words: 'address_invalid' }]);
}

/**
 * The audio of an episode for a subscriber of its show. Each request is checked, also for a part of the file.
 * @throws AppError NOT_SIGNED_IN for a token that is unknown or revoked; EPISODE_UNAVAILABLE
 */
export async function openForSubscriber(database: Database, episodeId: number, token: string) {
  const row = await repository.findToken(database, hashSecret(token));
  if (!row) refuseToken();
  const audio = await repository.findAudio(database, { showId: row.show_id, episodeId });
  if (!audio) throw new AppError('EPISODE_UNAVAILABLE');
  return audio;
}

/**
 * Opens the texts of an episode, such as its chapters, for a subscriber of its show.
 * @throws AppError NOT_SIGNED_IN for a token that is unknown or revoked; EPISODE_UNAVAILABLE
 */
export async function addressForSubscriber(
  database: Database,
  episodeId: number,
  token: string,
): Promise<EpisodeAddress> {
  const row = await repository.findToken(database, hashSecret(token));
  if (!row) refuseToken();
  const episode = await repository.findKey(database, { showId: row.show_id, episodeId });
  if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
  return { episodeId, key: episode.access_key };
}
