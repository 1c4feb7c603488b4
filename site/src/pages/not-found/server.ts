import type { ShowBrief } from 'earshot/contract';
import { listPopular } from '../show-lists.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

const SHOWS = 6;

export const notFoundPage = definePage({
  name: 'not-found',
  texts: ['explore'],
  async load(request) {
    // The answer is "not found" even if no lists can be read.
    const shows = await listPopular(request, SHOWS).catch((): ShowBrief[] => []);
    return { props: { shows }, title: request.t('not_found_title') };
  },
  Page,
});
