/** Texts of the page that a browser shows offline. Only the server renders it. */
export const offline = {
  offline_title: 'You seem to be offline',
  offline_text: '%product% cannot be reached right now. Check your connection, then try again.',
} as const;
