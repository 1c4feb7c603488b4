import { definePage } from '../site-page.tsx';
import { loadAdminLists } from './load.ts';
import { AdminListsPage } from './page.tsx';

export const adminListsPage = definePage({
  name: 'admin-lists',
  access: 'admin',
  texts: ['admin'],
  sheet: 'studio',
  load: loadAdminLists,
  Page: AdminListsPage,
});
