/** Texts of the site. */
export const site = {
  /** The locale that dates are written for. */
  date_locale: 'en-GB',
  /** Open Graph wants a territory, too. */
  open_graph_locale: 'en_US',
  tagline: 'Podcasts, played anywhere.',
  shows: 'Shows',
  latest: 'Latest episodes',
  episodes: 'Episodes',
  chapters: 'Chapters',
  by: 'by %author%',
  more_episodes: 'More episodes',
  more_shows: 'More shows',
  embed: 'Put this player on your page',
  embed_hint: 'Paste these lines where the player should appear.',
  website: 'Website',
  skip: 'Skip to content',
  not_found_title: 'There is nothing here',
  not_found_text: 'The page may have moved, or its address contains a mistake.',
  back_home: 'Back to the home page',
  empty: 'No shows yet. Import a feed to begin.',
  leave_question: 'Leave this page? Changes that you have not saved will be lost.',
  page_load_failed: 'Unable to load the requested page',
  listen_from: 'Play from %time%: %title%',
  footer: 'Hosted with %product%',
} as const;
