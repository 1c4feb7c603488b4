import type { SiteMessages } from '../messages.ts';

export const site: SiteMessages = {
  date_locale: 'it-IT',
  open_graph_locale: 'it_IT',
  tagline: 'Podcast, ovunque.',
  shows: 'Programmi',
  latest: 'Ultimi episodi',
  episodes: 'Episodi',
  chapters: 'Capitoli',
  by: 'di %author%',
  more_episodes: 'Altri episodi',
  embed: 'Metti questo lettore sulla tua pagina',
  embed_hint: 'Incolla queste righe dove deve apparire il lettore.',
  website: 'Sito web',
  skip: 'Vai al contenuto',
  not_found_title: 'Qui non c’è nulla',
  not_found_text: 'La pagina potrebbe essersi spostata, o il suo indirizzo contiene un errore.',
  back_home: 'Torna all’inizio',
  empty: 'Ancora nessun programma. Importa un feed per cominciare.',
  page_load_failed: 'Impossibile caricare la pagina richiesta',
  listen_from: 'Ascolta da %time%: %title%',
  footer: 'Ospitato con %product%',
};
