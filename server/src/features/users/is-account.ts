import { sql } from 'kysely';

/**
 * True for a user whom an address or another service signs in. Authors of imported feeds have neither, and X names no
 * address for some people.
 */
export const IS_ACCOUNT = sql<boolean>`(users.deleted_at is null and coalesce(users.email, users.fb_user_id,
  users.tw_user_id, users.go_user_id, users.ap_user_id, users.oidc_user_id) is not null)`;
