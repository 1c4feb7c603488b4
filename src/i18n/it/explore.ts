import type { ExploreMessages } from '../messages.ts';

export const explore: ExploreMessages = {
  search: 'Cerca',
  search_label: 'Parole da cercare',
  results_for: 'Risultati per «%q%»',
  no_results: 'Non è stato trovato nulla. Prova con meno parole o con altre.',
  all_of_group: 'Tutti i risultati',
  pages: 'Pagine',
  page_number: 'Pagina %number%',
  previous: 'Precedente',
  next: 'Successiva',
  explore: 'Esplora',
  lists: 'Elenchi',
  categories: 'Categorie',
  list_new: 'Programmi nuovi',
  list_popular: 'I più ascoltati',
  list_similar: 'Simili',
  nothing_here: 'Qui non c’è ancora nulla.',
  tagged: 'Episodi su «%tag%»',
  below: 'Dentro %category%',
};
