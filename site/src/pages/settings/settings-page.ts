import { definePage } from '../site-page.tsx';
import { loadSettings } from './load.ts';
import { SettingsPage } from './page.tsx';

export const settingsPage = definePage({
  name: 'settings',
  access: 'member',
  texts: ['settings', 'people', 'connect', 'account'],
  load: loadSettings,
  Page: SettingsPage,
});
