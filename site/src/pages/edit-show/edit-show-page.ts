import { definePage } from '../site-page.tsx';
import { loadEditShow } from './load.ts';
import { EditShowPage } from './page.tsx';

export const editShowPage = definePage({
  name: 'edit-show',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  load: loadEditShow,
  Page: EditShowPage,
});
