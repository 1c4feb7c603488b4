import type { PeopleMessages } from '../messages.ts';

export const people: PeopleMessages = {
  block: 'Blocca',
  unblock: 'Sblocca',
  block_question: 'Bloccare %name%?',
  block_text:
    'Non vi vedrete più qui: pagine, programmi, episodi e commenti. I follow tra voi finiscono. Puoi sbloccare nelle impostazioni.',
  block_failed: 'Impossibile elaborare la richiesta. Riprova più tardi',
  blocked_note:
    'Hai bloccato %name%. Non vedete più le pagine, i programmi, gli episodi e i commenti l’uno dell’altro.',
  blocked_people: 'Persone bloccate',
  nobody_blocked: 'Non hai bloccato nessuno.',
  lists: 'Elenchi',
  shows: 'Programmi',
  likes: 'Preferiti',
  favorites: 'Programmi seguiti',
  followings: 'Segue',
  fans: 'Follower',
  no_shows: 'Ancora nessun programma.',
  no_likes: 'Ancora nessun episodio preferito.',
  no_favorites: 'Ancora nessun programma seguito.',
  no_followings: 'Non segue ancora nessuno.',
  no_fans: 'Ancora nessun follower.',
  more_people: 'Altre persone',
  unblock_of: 'Sblocca %name%',
};
