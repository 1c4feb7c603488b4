/** Who follows which user and which show, under `API_URL`. A user is named by id or permalink. */
export const FOLLOW_API_ROUTES = {
  followings: '/v2/users/{user_id}/followings',
  follow_user: '/v2/users/{follower_id}/followings/{followed_id}',
  favorites: '/v2/users/{user_permalink}/favorites',
  /** `followed_id` is the id of a show. */
  follow_show: '/v2/users/{follower_id}/favorites/{followed_id}',
  fans: '/user/{followed_id}/fans',
} as const;
