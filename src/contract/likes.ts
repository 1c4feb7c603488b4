/** Likes of episodes, under `API_URL`. A user is named by id or permalink. */
export const LIKE_API_ROUTES = {
  likes: '/v2/users/{user_id}/likes',
  like: '/v2/users/{user_id}/likes/{episode_id}',
} as const;
