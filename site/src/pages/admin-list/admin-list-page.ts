import { definePage } from '../site-page.tsx';
import { loadAdminList } from './load.ts';
import { AdminListPage } from './page.tsx';

export const adminListPage = definePage({
  name: 'admin-list',
  access: 'admin',
  texts: ['admin'],
  sheet: 'studio',
  load: loadAdminList,
  Page: AdminListPage,
});
