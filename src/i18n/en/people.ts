/** Texts of the pages about users, and of the lists of whom one knows. */
export const people = {
  block: 'Block',
  unblock: 'Unblock',
  block_question: 'Block %name%?',
  block_text:
    'You no longer see each other here: pages, shows, episodes and comments. Follows between you end. You can unblock in your settings.',
  block_failed: 'Unable to process your request. Please try again later',
  blocked_note:
    'You have blocked %name%. You do not see each other’s pages, shows, episodes and comments.',
  blocked_people: 'Blocked people',
  nobody_blocked: 'You have blocked nobody.',
  lists: 'Lists',
  shows: 'Shows',
  likes: 'Favourites',
  favorites: 'Followed shows',
  followings: 'Follows',
  fans: 'Followers',
  no_shows: 'No shows here yet.',
  no_likes: 'No favourite episodes yet.',
  no_favorites: 'No followed shows yet.',
  no_followings: 'Follows nobody yet.',
  no_fans: 'No followers yet.',
  more_people: 'More people',
  unblock_of: 'Unblock %name%',
} as const;
