import { definePage } from '../site-page.tsx';
import { loadDashboard } from './load.ts';
import { DashboardPage } from './page.tsx';

export const dashboardPage = definePage({
  name: 'dashboard',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  load: loadDashboard,
  Page: DashboardPage,
});
