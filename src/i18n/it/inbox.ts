import type { InboxMessages } from '../messages.ts';

export const inbox: InboxMessages = {
  unread: 'Da leggere',
  all: 'Tutti',
  more: 'Altri',
  all_read: 'Niente di nuovo',
  all_read_text:
    'Hai letto tutti i commenti. I nuovi compaiono qui, e come numero in cima alla pagina.',
  none_yet: 'Ancora nessun commento',
  none_yet_text: 'Qui compare quello che gli ascoltatori scrivono sulle pagine dei tuoi episodi.',
  gone: 'Un account eliminato',
  messages_count: { one: '1 commento', other: '%count% commenti' },
  new_count: { one: '1 nuovo', other: '%count% nuovi' },
  new: 'Nuovo',
  view_episode: 'Apri la pagina',
  closed: 'Questo episodio non accetta nuovi commenti. Puoi cambiarlo nelle sue impostazioni.',
  at_time: 'a %time%',
  answer: 'Rispondi',
  answer_to: 'Rispondi a %name%',
  your_answer: 'La tua risposta',
  send: 'Invia',
  answered: 'La tua risposta è sulla pagina dell’episodio.',
  remove: 'Rimuovi',
  remove_of: 'Rimuovi il commento di %name%',
  remove_sure: 'Rimuovere il commento di %name%? Non si può annullare.',
  removed: 'Il commento è stato rimosso.',
};
