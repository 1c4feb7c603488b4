/** Who works on a show, under `API_URL`. */
export const MEMBER_API_ROUTES = {
  show_members: '/show/{show_id}/members',
  show_member: '/show/{show_id}/members/{member_id}',
  shared_shows: '/v2/me/shared-shows',
  shared_show: '/v2/me/shared-shows/{show_id}',
} as const;
