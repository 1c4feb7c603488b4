/** Redirects to the pages of social networks that share a page of the site. Under `SITE_URL`. */
export const SHARE_ROUTES = {
  share_facebook: '/share/facebook/url',
  share_twitter: '/share/twitter/url',
  share_twitter_episode: '/share/twitter/episode/{episode_id}',
  share_twitter_show: '/share/twitter/show/{show_id}',
} as const;
