/** The oEmbed endpoint, under `SITE_URL`. */
export const OEMBED_ROUTES = {
  oembed: '/oembed',
} as const;
