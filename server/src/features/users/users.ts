import {
  AppError,
  buildPath,
  type OwnUser,
  type PermalinkChoice,
  SITE_ROUTES,
  type User,
} from 'earshot/contract';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import { NOT_STORED } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertWithPermalink } from '../../platform/database/free-permalink.ts';
import { inOrderOf } from '../../platform/database/in-order-of.ts';
import { isTaken } from '../../platform/database/unique-violation.ts';
import { readId } from '../../platform/http/read-id.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { imageAddresses, type NewMedia, saveKeptMedia } from '../media/media.ts';
import { announceShowsOf } from '../shows/shows.ts';
import { normalizePermalink, permalinkError, permalinkFor, readPermalink } from './permalink.ts';
import type { OwnRow, UserRow } from './repository.ts';
import * as repository from './repository.ts';

export { findUserId, type ListOfUser, serveListOfUser, sourceOfList } from './list-of-user.ts';
export type { NewUser, UserChange } from './repository.ts';
export { OwnUserSchema, SeenUserSchema, UserParams, UserSchema } from './schema.ts';

/** @param name id or permalink of the user, or an earlier permalink, which another user may take */
export async function getUser(
  { database, config, sources, viewer }: ReadDeps,
  name: number | string,
): Promise<User | null> {
  const row = await repository.findUser(database, name, viewer);
  if (!row) return null;
  sources?.add(`user:${row.user_id}`);
  if (row.permalink !== name && readId(name) === null) sources?.add(NOT_STORED);
  return toUser(row, config);
}

/** The users of these ids in order, without those whom the viewer may not see. */
export async function getUsers(
  { database, config, sources, viewer }: ReadDeps,
  ids: readonly number[],
): Promise<User[]> {
  if (ids.length === 0) return [];
  const rows = await repository.findUsers(database, ids, viewer);
  for (const { user_id } of rows) sources?.add(`user:${user_id}`);
  return inOrderOf(ids, rows, (row) => row.user_id).map((row) => toUser(row, config));
}

/**
 * A user for a viewer: only the user's own requests get the fields of `OwnUser`.
 * @throws AppError USER_UNAVAILABLE
 */
export async function mustSeeUser(deps: ReadDeps, name: number | string): Promise<User | OwnUser> {
  const user = await getUser(deps, name);
  if (!user) throw new AppError('USER_UNAVAILABLE');
  return user.user_id === deps.viewer?.userId ? getOwnUser(deps, user.user_id) : user;
}

/**
 * A user with the private fields.
 * @throws AppError USER_UNAVAILABLE
 */
export async function getOwnUser(
  { database, config, sources }: ReadDeps,
  userId: number,
): Promise<OwnUser> {
  const row = await repository.findOwnUser(database, userId);
  if (!row) throw new AppError('USER_UNAVAILABLE');
  sources?.add(`user:${userId}`);
  return toOwnUser(row, config);
}

/** Checks whether a user could have this permalink. The user's current one counts as free. */
export async function checkPermalink(
  database: Database,
  userId: number,
  text: string,
): Promise<PermalinkChoice> {
  const value = normalizePermalink(text);
  if (permalinkError(value) !== null) return { value, available: false };
  const holder = await repository.findHolder(database, value);
  return { value, available: holder === null || holder === userId };
}

/**
 * Changes a user's permalink, which is part of the addresses in their feeds. If two users request the same one at
 * once, only one gets it.
 * @throws AppError INVALID_REQUEST if the permalink is malformed, reserved or taken
 */
export async function setPermalink(
  deps: Pick<FeatureDeps, 'config' | 'database' | 'jobs'>,
  userId: number,
  text: string,
): Promise<PermalinkChoice> {
  const permalink = readPermalink(text);
  await deps.database.transaction().execute(async (transaction) => {
    await changeUser(transaction, userId, { permalink });
    await announceShowsOf(deps, transaction, userId);
  });
  return { value: permalink, available: true };
}

/** @throws AppError INVALID_REQUEST if another user has the permalink or the e-mail address */
export async function changeUser(
  database: Database,
  userId: number,
  change: repository.UserChange,
): Promise<void> {
  try {
    await repository.updateUser(database, userId, change);
  } catch (error) {
    throw takenField(error) ?? error;
  }
}

/** Sets a user's picture, or removes it with null. */
export async function setPicture(
  { database, store }: Pick<FeatureDeps, 'database' | 'store'>,
  userId: number,
  picture: NewMedia | null,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const image_id = picture && (await saveKeptMedia(transaction, store, picture));
    await changeUser(transaction, userId, { image_id });
  });
}

/** The error for a value that another user has. Null for every other error. */
function takenField(cause: unknown): AppError | null {
  if (isTaken(cause, 'users_permalink_key')) {
    return new Refusal('INVALID_REQUEST', [{ field: 'permalink', words: 'taken' }], { cause });
  }
  if (!isTaken(cause, 'users_email')) return null;
  return new Refusal('INVALID_REQUEST', [{ field: 'email', words: 'email_taken' }], { cause });
}

/**
 * Stores a new user under the first free permalink of the name.
 * @throws AppError INVALID_REQUEST if another user has the e-mail address
 */
export async function createUser(
  database: Database,
  user: repository.NewUser & { name: string },
): Promise<number> {
  try {
    return await insertWithPermalink(database, {
      table: 'users',
      name: permalinkFor(user.name),
      insert: (permalink) => repository.insertUser(database, { ...user, permalink }),
    });
  } catch (error) {
    throw takenField(error) ?? error;
  }
}

/**
 * True for a user whom an address or another service signs in. Authors of imported feeds have neither, and X names no
 * address for some people.
 */
export const IS_ACCOUNT = sql<boolean>`(users.deleted_at is null and coalesce(users.email, users.fb_user_id,
  users.tw_user_id, users.go_user_id, users.ap_user_id, users.oidc_user_id) is not null)`;

type Addresses = Pick<Config, 'siteUrl' | 'mediaUrl'>;

function toUser(row: UserRow, { siteUrl, mediaUrl }: Addresses): User {
  const { user_id, permalink, name, description } = row;
  return {
    user_id,
    permalink,
    name,
    description,
    site_url: siteUrl + buildPath(SITE_ROUTES, 'user', { permalink }),
    ...imageAddresses(row, mediaUrl),
  };
}

function toOwnUser(row: OwnRow, at: Addresses): OwnUser {
  return {
    ...toUser(row, at),
    email: row.email,
    email_verified: row.email_verified_at !== null,
    email_pending: row.email_pending,
    has_password: row.has_password,
    is_admin: row.is_admin,
    weekly_mail: row.weekly_mail,
    gender: row.gender,
    birthday: row.birthday,
    fb_user_id: row.fb_user_id,
    fb_auth_token_expires_at: row.fb_auth_token_expires_at?.toISOString() ?? null,
    fb_permissions: row.fb_permissions,
    tw_user_id: row.tw_user_id,
    go_user_id: row.go_user_id,
    ap_user_id: row.ap_user_id,
    yt_user_id: row.yt_user_id,
    tb_blog_name: row.tb_blog_name,
  };
}
