import { AppError, type Sso } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import type { EpisodeAddress } from '../episodes/episodes.ts';
import * as repository from './repository.ts';

const LASTS_MS = 3 * 3_600_000; // a client requests another one when less than an hour is left

/** A token that only lets a signed-in listener hear restricted audio. */
export async function createPlaybackToken(database: Database, userId: number): Promise<Sso> {
  const token = newSecret();
  const expires_at = new Date(Date.now() + LASTS_MS);
  const token_hash = hashSecret(token);
  await repository.insertToken(database, { token_hash, user_id: userId, expires_at });
  return { token, expires_at: expires_at.toISOString() };
}

/** Audio that is stored here, or else its address on another host. */
export type GuardedAudio = { sha256: string; mimeType: string } | { url: string };

/**
 * The audio for a reader without a playback token, who may read the episode or has its key.
 * @throws AppError EPISODE_UNAVAILABLE, or NOT_SIGNED_IN if the episode needs a token
 */
export async function openForReader(
  database: Database,
  { episodeId, key }: EpisodeAddress,
  viewer: Viewer,
): Promise<GuardedAudio> {
  const row = await repository.findAudio(database, { episodeId, key, viewer });
  const audio = row && audioOf(row);
  if (!audio) throw new AppError('EPISODE_UNAVAILABLE');
  if (row.requires_token && !row.is_editor) refuseTokenless();
  return audio;
}

/**
 * The audio for the listener of a playback token.
 * @throws AppError NOT_SIGNED_IN without a token; FORBIDDEN for a token that is unknown or has expired, and for an
 * episode that its listener may not hear
 */
export async function openForToken(
  database: Database,
  { episodeId, key }: EpisodeAddress,
  token: string | undefined,
): Promise<GuardedAudio> {
  if (!token) refuseTokenless();
  const viewer = await repository.findListener(database, hashSecret(token));
  if (!viewer) throw new Refusal('FORBIDDEN', [{ field: 'token', words: 'token_invalid' }]);
  const row = await repository.findAudio(database, { episodeId, key, viewer });
  const audio = row && audioOf(row);
  if (!audio) throw new AppError('FORBIDDEN');
  return audio;
}

function refuseTokenless(): never {
  throw new Refusal('NOT_SIGNED_IN', [{ field: 'token', words: 'required' }]);
}

type AudioRow = NonNullable<Awaited<ReturnType<typeof repository.findAudio>>>;

function audioOf({ sha256, mime_type, enclosure_url }: AudioRow): GuardedAudio | null {
  if (sha256 !== null) return { sha256, mimeType: mime_type ?? '' };
  return enclosure_url ? { url: enclosure_url } : null;
}

export async function deleteExpiredTokens(database: Database): Promise<void> {
  await repository.deleteExpired(database);
}
