import { definePage } from '../site-page.tsx';
import { loadApplications } from './load.ts';
import { ApplicationsPage } from './page.tsx';

export const applicationsPage = definePage({
  name: 'applications',
  access: 'member',
  texts: ['settings'],
  load: loadApplications,
  Page: ApplicationsPage,
});
