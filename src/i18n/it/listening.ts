import type { ListeningMessages } from '../messages.ts';

export const listening: ListeningMessages = {
  welcome_back: 'Ciao, %name%',
  new_for_you: 'Novità per te',
  nothing_new: 'Ciò che segui non ha ancora episodi.',
  new_hint: 'Segui un programma o una persona, e i nuovi episodi appariranno qui.',
  suggestions: 'Programmi per cominciare',
  followed_shows: 'Programmi seguiti',
  all_followed_shows: 'Tutti i programmi seguiti',
  all_favourites: 'Tutti i preferiti',
  explore_all: 'Esplora tutti i programmi',
  history_kept:
    'Ciò che hai ascoltato resta in questo browser. Gli altri tuoi dispositivi non lo sanno, e nemmeno questo sito.',
  no_history: 'In questo browser non hai ancora ascoltato nulla.',
  clear_history: 'Svuota la cronologia',
  clear_question: 'Svuotare la cronologia?',
  clear_text:
    'Questo browser dimentica che cosa hai ascoltato e dove eri arrivato in ogni episodio.',
  remove_heard: 'Togli %title% dalla cronologia',
  more_history: 'Episodi precedenti',
  queue_kept: 'La coda resta in questo browser, anche quando lo chiudi.',
  no_queue: 'Poi non c’è nulla. Dal menu di un episodio lo metti in coda.',
  play_queue: 'Ascolta il prossimo',
  needs_script: 'Questa pagina ha bisogno di JavaScript: solo il tuo browser sa che cosa mostra.',
};
