import type { NewsMessages } from '../messages.ts';

export const news: NewsMessages = {
  new_episode: 'Nuovo episodio:',
  on_air_now: 'In onda ora:',
  on_air: 'In onda',
  ended: 'La trasmissione è finita.',
  liked: 'A un ascoltatore è appena piaciuto questo episodio.',
  new_comments: { one: 'Mostra 1 nuovo commento', other: 'Mostra %count% nuovi commenti' },
  new_fans: { one: 'Mostra 1 nuovo follower', other: 'Mostra %count% nuovi follower' },
  listening_now: { one: '1 in ascolto ora', other: '%count% in ascolto ora' },
};
