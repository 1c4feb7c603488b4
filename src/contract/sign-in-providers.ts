/** Sign-in through another service, under `API_URL`. The provider is facebook, twitter, google or apple. */
export const PROVIDER_API_ROUTES = {
  connect: '/{provider}/connect',
  provider_signup: '/{provider}/signup',
} as const;
