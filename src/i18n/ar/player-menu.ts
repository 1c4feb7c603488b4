// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { PlayerMenuMessages } from '../messages.ts';

export const playerMenu: PlayerMenuMessages = {
  slower: 'أبطأ',
  faster: 'أسرع',
  timer_off: 'متوقف',
  timer_minutes: '%count% دقيقة',
  timer_episode: 'نهاية الحلقة',
  timer_chapter: 'نهاية الفصل',
};
