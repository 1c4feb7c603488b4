import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isEditor, isReadable } from '../policy/policy.ts';

type NewToken = Pick<Selectable<Schema['access_tokens']>, 'token_hash' | 'user_id'> & {
  expires_at: Date;
};

export async function insertToken(database: Database, token: NewToken): Promise<void> {
  await database
    .insertInto('access_tokens')
    .values({ ...token, kind: 'playback' })
    .execute();
}

/** The user of a token that is still valid. */
export async function findListener(database: Database, tokenHash: Buffer): Promise<Viewer | null> {
  const row = await database
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.user_id', 'access_tokens.user_id')
    .select(['users.user_id as userId', 'users.is_admin as isAdmin'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'playback')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteExpired(database: Database): Promise<void> {
  await database
    .deleteFrom('access_tokens')
    .where('kind', '=', 'playback')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}

export interface AudioRequest {
  episodeId: number;
  viewer: Viewer;
  key: string | null;
}

/** The audio of an episode that the viewer may read. */
export function findAudio(database: Database, { episodeId, viewer, key }: AudioRequest) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .leftJoin('media', 'media.media_id', 'episodes.media_id')
    .select([
      'episodes.requires_token',
      'episodes.enclosure_url',
      'media.sha256',
      'media.mime_type',
      isEditor(viewer).as('is_editor'),
    ])
    .where('episode_id', '=', episodeId)
    .where('episodes.type', '=', 'RECORDED')
    .where(isReadable(viewer, key))
    .executeTakeFirst();
}
