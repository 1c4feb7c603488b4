import { definePage } from '../site-page.tsx';
import { loadAdminReports } from './load.ts';
import { AdminReportsPage } from './page.tsx';

export const adminReportsPage = definePage({
  name: 'admin-reports',
  access: 'admin',
  texts: ['admin', 'report'],
  sheet: 'studio',
  load: loadAdminReports,
  Page: AdminReportsPage,
});
