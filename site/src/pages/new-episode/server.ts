import { loadOwnShow } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const newEpisodePage = definePage({
  name: 'new-episode',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  async load(request) {
    const show = await loadOwnShow(request);
    return (
      show && { props: { show }, title: show.title, part: request.textsOf('studio')('new_episode') }
    );
  },
  Page,
});
