/** Likes of episodes, under `API_URL`. A user is named by id or permalink. */
export const LIKE_API_ROUTES = {
  likes: '/v2/users/{user_id}/likes',
  like: '/v2/users/{user_id}/likes/{episode_id}',
} as const;

/** The page that likes an episode without JavaScript, under `SITE_URL`. Its form posts to the same address. */
export const LIKE_PAGE_ROUTES = {
  like: '/episode/{episode_id}/like',
} as const;
