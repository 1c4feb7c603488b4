import { definePage } from '../site-page.tsx';
import { AccountDeletedPage } from './page.tsx';

export const accountDeletedPage = definePage({
  name: 'account_deleted',
  texts: ['settings'],
  load: () => ({ props: {} }),
  Page: AccountDeletedPage,
});
