import { definePage } from '../site-page.tsx';
import { loadEditEpisode } from './load.ts';
import { EditEpisodePage } from './page.tsx';

export const editEpisodePage = definePage({
  name: 'edit-episode',
  access: 'member',
  texts: ['studio', 'feed'],
  sheet: 'studio',
  load: loadEditEpisode,
  Page: EditEpisodePage,
});
