import type { ShowBrief } from 'earshot/contract';
import { listPopular } from '../show-lists.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type NotFoundPageProps, Page } from './page.tsx';

export const notFoundPage = definePage({
  name: 'not-found',
  texts: ['explore'],
  load,
  Page,
});

const SHOWS = 6;

async function load(request: PageRequest): Promise<LoadedPage<NotFoundPageProps>> {
  // The answer is "not found" even if no lists can be read.
  const shows = await listPopular(request, SHOWS).catch((): ShowBrief[] => []);
  return { props: { shows }, title: request.t('not_found_title') };
}
