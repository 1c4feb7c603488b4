import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { userNamed } from '../../platform/database/named.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { readId } from '../../platform/http/read-id.ts';
import { notBlocked } from '../policy/policy.ts';

const PUBLIC = [
  'users.user_id',
  'users.permalink',
  'users.name',
  'users.description',
  'image.sha256 as image_sha256',
  'image.extension as image_extension',
] as const;

function selectUsers(database: Database) {
  return database
    .selectFrom('users')
    .leftJoin('media as image', 'image.media_id', 'users.image_id')
    .where('users.deleted_at', 'is', null);
}

function selectVisible(database: Database, viewer: Viewer = ANONYMOUS) {
  return selectUsers(database)
    .select(PUBLIC)
    .where(notBlocked(viewer, sql.ref('users.user_id')));
}

export type UserRow = Awaited<ReturnType<ReturnType<typeof selectVisible>['execute']>>[number];

/** By id or permalink, also an earlier one: a permalink never consists of digits alone. */
export async function findUser(
  database: Database,
  idOrPermalink: number | string,
  viewer?: Viewer,
) {
  const id = readId(idOrPermalink);
  const row = await selectVisible(database, viewer)
    .where((where) =>
      id === null
        ? where('users.user_id', '=', userNamed(String(idOrPermalink)))
        : where('users.user_id', '=', id),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Users whom the viewer may see, unordered. */
export function findUsers(
  database: Database,
  ids: readonly number[],
  viewer?: Viewer,
): Promise<UserRow[]> {
  return selectVisible(database, viewer).where(sql<boolean>`users.user_id = any(${ids})`).execute();
}

export type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnUser>>>;

/** With the private fields of the user. */
export async function findOwnUser(database: Database, userId: number) {
  const row = await selectUsers(database)
    .select(PUBLIC)
    .select([
      'email',
      'email_verified_at',
      sql<boolean>`password_hash is not null`.as('has_password'),
      'is_admin',
      sql<boolean>`weekly_mail_language is not null`.as('weekly_mail'),
      'gender',
      sql<string | null>`birthday::text`.as('birthday'),
      'fb_user_id',
      'fb_auth_token_expires_at',
      'fb_permissions',
      'tw_user_id',
      'go_user_id',
      'ap_user_id',
      'yt_user_id',
      'tb_blog_name',
      sql<string | null>`(
        select pending.email from email_tokens as pending
        where pending.user_id = users.user_id and pending.purpose = 'verify'
          and pending.expires_at > now() and pending.used_at is null
          and lower(pending.email) is distinct from lower(users.email)
        order by pending.created_at desc limit 1)`.as('email_pending'),
    ])
    .where('users.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** The id of the user with this permalink, deleted or not. */
export async function findHolder(database: Database, permalink: string): Promise<number | null> {
  const row = await database
    .selectFrom('users')
    .select('user_id')
    .where('permalink', '=', permalink)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export type UserChange = Updateable<Schema['users']>;

export async function updateUser(
  database: Database,
  userId: number,
  change: UserChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await database
    .updateTable('users')
    .set(change)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
}

export type NewUser = Omit<Insertable<Schema['users']>, 'permalink'>;

/** Returns the id of the new user. Undefined if another user has this permalink. */
export async function insertUser(
  database: Database,
  user: NewUser & { permalink: string },
): Promise<number | undefined> {
  const row = await database
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('permalink').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
