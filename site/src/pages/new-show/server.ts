import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const newShowPage = definePage({
  name: 'new-show',
  access: 'member',
  texts: ['categories', 'studio', 'notes'],
  sheet: 'studio',
  load: ({ config, textsOf }) => ({
    props: { author: config.USER?.name ?? '', language: config.API_CULTURE },
    title: textsOf('studio')('new_show'),
  }),
  Page,
});
