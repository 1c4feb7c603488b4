import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, type HostTextName } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type HostTextPageProps, Page } from './page.tsx';

const hostTextPage = (name: HostTextName) =>
  definePage({
    name,
    folder: 'host-text',
    texts: name === 'privacy' ? ['hostText', 'consent'] : ['hostText'],
    load: (request) => loadHostText(name, request),
    Page,
  });

export const termsPage = hostTextPage('terms');
export const privacyPage = hostTextPage('privacy');
export const hostPage = hostTextPage('page');

const TITLES = { terms: 'terms', privacy: 'privacy', page: 'about' } as const;

async function loadHostText(
  name: HostTextName,
  { config, data, t }: PageRequest,
): Promise<LoadedPage<HostTextPageProps>> {
  const html = await data.getHostText(name, config.API_CULTURE);
  const props = { name, title: t(TITLES[name]), html };
  return { props, title: props.title, canonical: buildPath(ALL_PAGE_ROUTES, name) };
}
