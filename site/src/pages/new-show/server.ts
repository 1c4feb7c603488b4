import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const newShowPage = defineStudioPage({
  name: 'new-show',
  texts: ['categories', 'studio', 'notes'],
  load: ({ config, textsOf }) => ({
    props: { author: config.USER?.name ?? '', language: config.API_CULTURE },
    title: textsOf('studio')('new_show'),
  }),
  Page,
});
