import type { UpNextMessages } from '../messages.ts';

export const upNext: UpNextMessages = {
  up_next: 'In arrivo',
  queue: 'La tua coda',
  after: 'Poi, dall’elenco',
  empty: 'Dopo questo episodio non c’è altro. Aggiungine uno dal menu di un episodio.',
  clear: 'Svuota la coda',
  drag: 'Trascina per spostare %title%',
  options: 'Opzioni per %title%',
  play_next: 'Riproduci dopo questo',
  add_to_queue: 'Aggiungi alla coda',
  move_up: 'Sposta su',
  move_down: 'Sposta giù',
  remove: 'Togli dalla coda',
};
