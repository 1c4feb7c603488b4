import type { TeamMessages } from '../messages.ts';

export const team: TeamMessages = {
  editors: 'Redattori',
  no_editors: 'Solo il titolare lavora a questo podcast.',
  add: 'Aggiungi un redattore',
  add_hint:
    'I redattori modificano il podcast e i suoi episodi, e leggono i commenti. Non possono eliminarlo, trasferire il feed o scegliere redattori.',
  page_address: 'Indirizzo della sua pagina qui',
  add_go: 'Aggiungi',
  added: 'Il redattore è stato aggiunto.',
  remove: 'Rimuovi',
  remove_name: 'Rimuovi %name%',
  remove_sure: '%name% non deve più modificare il podcast?',
  removed: 'Il redattore è stato rimosso.',
  no_fans: 'Ancora nessun fan',
  no_fans_text: 'Qui compaiono le persone che ti seguono.',
  more: 'Altri',
};
