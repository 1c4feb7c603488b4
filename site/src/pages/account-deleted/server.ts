import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const accountDeletedPage = definePage({
  name: 'account_deleted',
  texts: ['settings'],
  load: ({ textsOf }) => ({ props: {}, title: textsOf('settings')('deleted_title') }),
  Page,
});
