/** Texts of the pages of a listener. */
export const listening = {
  welcome_back: 'Welcome back, %name%',
  new_for_you: 'New for you',
  nothing_new: 'What you follow has no episodes yet.',
  new_hint: 'Follow a show or a person, and their new episodes appear here.',
  suggestions: 'Shows to begin with',
  followed_shows: 'Followed shows',
  all_followed_shows: 'All followed shows',
  all_favourites: 'All favourites',
  explore_all: 'Explore all shows',
  history_kept:
    'What you have heard stays in this browser. Your other devices do not know it, and neither does this host.',
  no_history: 'You have not listened to anything in this browser yet.',
  clear_history: 'Clear history',
  clear_question: 'Clear your history?',
  clear_text: 'This browser forgets what you have heard, and where you were in each episode.',
  remove_heard: 'Remove %title% from the history',
  more_history: 'Earlier episodes',
  queue_kept: 'Your queue stays in this browser, also when you close it.',
  no_queue: 'Nothing comes next. The menu of an episode puts it into your queue.',
  play_queue: 'Play next',
  needs_script: 'This page needs JavaScript: only your browser knows what it shows.',
} as const;
