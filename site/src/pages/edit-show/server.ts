import { loadOwnShow } from '../own-show.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type EditShowProps, Page } from './page.tsx';

export const editShowPage = definePage({
  name: 'edit-show',
  access: 'member',
  texts: ['studio', 'notes'],
  sheet: 'studio',
  load,
  Page,
});

async function load(request: PageRequest): Promise<LoadedPage<EditShowProps> | null> {
  const show = await loadOwnShow(request);
  return show && { props: { show }, title: show.title };
}
