/** What happens while a page is open. */
export const news = {
  new_episode: 'New episode:',
  on_air_now: 'On air now:',
  on_air: 'On air',
  ended: 'The broadcast has ended.',
  liked: 'A listener has just liked this episode.',
  new_comments: { one: 'Show 1 new comment', other: 'Show %count% new comments' },
  new_fans: { one: 'Show 1 new follower', other: 'Show %count% new followers' },
  listening_now: { one: '1 listening now', other: '%count% listening now' },
} as const;
