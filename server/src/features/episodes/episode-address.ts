import { Type } from 'typebox';
import type { EpisodeState } from '../../platform/database/tables.ts';

/** An episode in the address of a file: its id, and the key of a private one after a hyphen. */
export const EpisodeInPath = Type.String({ pattern: '^[1-9]\\d{0,8}(-[\\w-]{1,100})?$' });

/** The token of a private feed's subscriber, in the address of a file. */
export const FileQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 500 })) });

export interface EpisodeAddress {
  episodeId: number;
  key: string | null;
}

/** @param given the key, if the path has none. */
export function readEpisodeAddress(episode: string, given?: string): EpisodeAddress {
  const at = episode.indexOf('-');
  if (at === -1) return { episodeId: Number(episode), key: given ?? null };
  return { episodeId: Number(episode.slice(0, at)), key: episode.slice(at + 1) };
}

export interface AddressedEpisode {
  episode_id: number;
  state: EpisodeState;
  access_key: string | null;
}

/** Readers who get the row of a private episode may have its key. */
export function episodeInPath({ episode_id, state, access_key }: AddressedEpisode): string {
  return state === 'private' ? `${episode_id}-${access_key}` : String(episode_id);
}
