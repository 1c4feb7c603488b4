import { definePage } from '../site-page.tsx';
import { loadAdminSettings } from './load.ts';
import { AdminSettingsPage } from './page.tsx';

export const adminSettingsPage = definePage({
  name: 'admin-settings',
  access: 'admin',
  texts: ['admin'],
  sheet: 'studio',
  load: loadAdminSettings,
  Page: AdminSettingsPage,
});
