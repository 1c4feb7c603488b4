/** Sign-in, under `API_URL`. */
export const AUTH_API_ROUTES = {
  sso: '/v2/auth/sso',
} as const;
