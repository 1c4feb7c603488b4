/** Texts of the player's menu: speed, sleep timer, volume. */
export const playerMenu = {
  slower: 'Slower',
  faster: 'Faster',
  timer_off: 'Off',
  timer_minutes: '%count% min',
  timer_episode: 'End of episode',
  timer_chapter: 'End of chapter',
} as const;
