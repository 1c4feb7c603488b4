import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const accountDeletedPage = definePage({
  name: 'account_deleted',
  texts: ['settings'],
  load: () => ({ props: {} }),
  Page,
});
