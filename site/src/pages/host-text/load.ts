import { buildPath } from 'earshot/contract';
import { type HostTextName, OWN_PAGE_ROUTES } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { HostTextPageProps } from './page.tsx';

const TITLES = { terms: 'terms', privacy: 'privacy', page: 'about' } as const;

export async function loadHostText(
  name: HostTextName,
  { config, data, t }: PageRequest,
): Promise<LoadedPage<HostTextPageProps>> {
  const html = await data.getHostText(name, config.API_CULTURE);
  const props = { name, title: t(TITLES[name]), html };
  return { props, title: props.title, canonical: buildPath(OWN_PAGE_ROUTES, name) };
}
