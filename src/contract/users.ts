export interface User {
  user_id: number;
  permalink: string;
  name: string;
  site_url: string;
}

/** The page of a user, under `SITE_URL`. */
export const USER_PAGE_ROUTES = {
  user: '/user/{permalink}',
} as const;
