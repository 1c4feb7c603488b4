/** The answer to a block. */
export interface Ban {
  /** The blocked user. */
  banned_id: number;
}

/** Whom a user has blocked, under `API_URL`. A user is named by id or permalink. */
export const BLOCK_API_ROUTES = {
  blocks: '/v2/users/{user_permalink}/blocks',
  block: '/v2/users/{user_permalink}/blocks/{blocked_permalink}',
} as const;

/** Addresses that the forms of blocks post to, under `SITE_URL`. */
export const BLOCK_FORM_ROUTES = {
  block_user: '/account/blocks',
  unblock_user: '/account/blocks/remove',
} as const;
