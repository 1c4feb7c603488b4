import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const editShowPage = defineShowPage({
  name: 'edit-show',
  texts: ['categories', 'studio', 'notes'],
  load: (show, { textsOf }) => ({ props: { show }, part: textsOf('studio')('settings') }),
  Page,
});
