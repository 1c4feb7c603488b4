import type { PlayerMenuMessages } from '../messages.ts';

export const playerMenu: PlayerMenuMessages = {
  slower: 'Più lento',
  faster: 'Più veloce',
  timer_off: 'No',
  timer_minutes: '%count% min',
  timer_episode: "Fine dell'episodio",
  timer_chapter: 'Fine del capitolo',
};
