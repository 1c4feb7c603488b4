import { type RawBuilder, sql } from 'kysely';

/** A private part of an account. Each is a file of the archive. */
export interface AccountPart {
  name: string;
  /** True for a file with one object instead of a list. */
  isSingle?: boolean;
  /** Rows of `key`, which is unique and orders them, and `data`. The data contains no secrets. */
  rows(userId: number): RawBuilder<unknown>;
}

const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const LISTS: Readonly<Record<string, AccountPart['rows']>> = {
  likes: (userId) => sql`
    select likes.episode_id as key, json_build_object('episode_id', likes.episode_id,
      'title', title, 'created_at', ${utc('likes.created_at')}) as data
    from likes left join episodes on episodes.episode_id = likes.episode_id and is_listed
    where likes.user_id = ${userId}`,
  followings: (userId) => sql`
    select followed_id as key, json_build_object('user_id', followed_id,
      'permalink', permalink, 'name', name, 'created_at', ${utc('followings.created_at')}) as data
    from followings join users on user_id = followed_id where follower_id = ${userId}`,
  favorites: (userId) => sql`
    select favorites.show_id as key, json_build_object('show_id', favorites.show_id,
      'permalink', permalink, 'title', title, 'created_at', ${utc('favorites.created_at')}) as data
    from favorites join shows on shows.show_id = favorites.show_id
    where favorites.user_id = ${userId}`,
  blocks: (userId) => sql`
    select blocked_id as key, json_build_object('user_id', blocked_id,
      'permalink', permalink, 'name', name, 'created_at', ${utc('blocks.created_at')}) as data
    from blocks join users on user_id = blocked_id where blocker_id = ${userId}`,
  messages: (userId) => sql`
    select message_id as key, json_build_object('message_id', message_id,
      'episode_id', episode_id, 'text', text, 'at', at, 'created_at', ${utc('created_at')}) as data
    from messages where user_id = ${userId}`,
  'editor-of': (userId) => sql`
    select shows.show_id as key, json_build_object('show_id', shows.show_id,
      'title', title, 'role', role) as data
    from show_members join shows on shows.show_id = show_members.show_id
    where show_members.user_id = ${userId}`,
  uploads: (userId) => sql`
    select upload_id as key, json_build_object('media_id', upload_id, 'file_name', file_name,
      'state', state, 'error', error, 'created_at', ${utc('created_at')}) as data
    from uploads where user_id = ${userId} and deleted_at is null`,
  imports: (userId) => sql`
    select import_id as key, json_build_object('import_id', import_id, 'url', url,
      'title', title, 'state', state, 'show_id', show_id, 'created_at', ${utc('created_at')}) as data
    from imports where user_id = ${userId}`,
  tokens: (userId) => sql`
    select token_id as key, json_build_object('token_id', token_id, 'name', name,
      'scope', scope,
      'created_at', ${utc('created_at')}, 'last_used_at', ${utc('last_used_at')}) as data
    from access_tokens where user_id = ${userId} and kind = 'program'`,
  'second-factor': (userId) => sql`
    select user_id as key, json_build_object('kind', 'app',
      'confirmed_at', ${utc('confirmed_at')}, 'recovery_codes_left', (
        select count(*) from recovery_codes where recovery_codes.user_id = second_factors.user_id
      )) as data
    from second_factors where user_id = ${userId} and confirmed_at is not null`,
  passkeys: (userId) => sql`
    select passkey_id as key, json_build_object('passkey_id', passkey_id, 'name', name,
      'created_at', ${utc('created_at')}, 'last_used_at', ${utc('last_used_at')}) as data
    from passkeys where user_id = ${userId}`,
  sessions: (userId) => sql`
    select session_id as key, json_build_object('session_id', session_id,
      'user_agent', user_agent, 'created_at', ${utc('created_at')},
      'last_used_at', ${utc('last_used_at')}, 'expires_at', ${utc('expires_at')}) as data
    from sessions where user_id = ${userId}`,
};

/** All data of a user except shows and uploaded files. */
export const ACCOUNT_PARTS: readonly AccountPart[] = [
  {
    name: 'account',
    isSingle: true,
    // Columns are listed, because a later column may hold a secret.
    rows: (userId) => sql`
      select user_id as key, json_build_object(
        'user_id', user_id, 'permalink', permalink, 'name', name, 'description', description,
        'email', email, 'email_verified_at', ${utc('email_verified_at')}, 'is_admin', is_admin,
        'gender', gender, 'birthday', birthday, 'fb_user_id', fb_user_id,
        'fb_auth_token_expires_at', ${utc('fb_auth_token_expires_at')},
        'fb_permissions', fb_permissions, 'tw_user_id', tw_user_id, 'go_user_id', go_user_id,
        'ap_user_id', ap_user_id, 'oidc_user_id', oidc_user_id, 'yt_user_id', yt_user_id, 'tb_blog_name', tb_blog_name,
        'created_at', ${utc('created_at')}) as data
      from users where user_id = ${userId}`,
  },
  ...Object.entries(LISTS).map(([name, rows]) => ({ name, rows })),
];
