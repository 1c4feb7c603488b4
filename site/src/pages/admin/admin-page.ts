import { definePage } from '../site-page.tsx';
import { loadAdmin } from './load.ts';
import { AdminPage } from './page.tsx';

export const adminPage = definePage({
  name: 'admin',
  access: 'admin',
  texts: ['admin'],
  sheet: 'studio',
  load: loadAdmin,
  Page: AdminPage,
});
