import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { meta } from '../head-tags.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type DocumentPageProps, Page } from './page.tsx';

export const documentPage = definePage({
  name: 'document',
  texts: [],
  load: loadDocument,
  Page,
  // Every host has the same documents.
  head: () => [meta('name', 'robots', 'noindex')],
});

export async function loadDocument({
  data,
  params: { document = '' },
}: PageRequest): Promise<LoadedPage<DocumentPageProps> | null> {
  const found = await data.getDocument(document);
  if (!found) return null;
  const { title, html } = found;
  return {
    props: { html },
    title,
    canonical: buildPath(ALL_PAGE_ROUTES, 'document', { document }),
  };
}
