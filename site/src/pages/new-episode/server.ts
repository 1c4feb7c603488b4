import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const newEpisodePage = defineShowPage({
  name: 'new-episode',
  texts: ['studio'],
  load: (show, { textsOf }) => ({ props: { show }, part: textsOf('studio')('new_episode') }),
  Page,
});
