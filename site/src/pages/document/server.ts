import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { meta } from '../head-tags.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const documentPage = definePage({
  name: 'document',
  texts: [],
  async load({ data, params: { document = '' } }) {
    const found = await data.getDocument(document);
    if (!found) return null;
    const { title, html } = found;
    return {
      props: { html },
      title,
      canonical: buildPath(ALL_PAGE_ROUTES, 'document', { document }),
    };
  },
  Page,
  // Every host has the same documents.
  head: () => [meta('name', 'robots', 'noindex')],
});
