import { loadOwnShow } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const editShowPage = definePage({
  name: 'edit-show',
  access: 'member',
  texts: ['categories', 'studio', 'notes'],
  sheet: 'studio',
  async load(request) {
    const show = await loadOwnShow(request);
    return (
      show && { props: { show }, title: show.title, part: request.textsOf('studio')('settings') }
    );
  },
  Page,
});
