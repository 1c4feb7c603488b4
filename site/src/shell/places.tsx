import { SEARCH_ICON } from 'earshot/bar';
import { buildPath } from 'earshot/contract';
import { Icon } from 'earshot/react';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useSite } from '../site-context.tsx';

/** With the pages within each place. */
const PLACES = [
  {
    place: 'landing',
    pages: ['landing', 'home'],
    text: 'home',
    icon: 'M5 10.5V19h14v-8.5M2.5 12.5 12 5l9.5 7.5',
  },
  {
    place: 'explore',
    pages: ['explore', 'explore_list', 'tag'],
    text: 'explore',
    icon: 'M15.5 8.5l-2 5-5 2 2-5zM12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  },
  {
    place: 'library',
    pages: ['library', 'history', 'queue'],
    text: 'library',
    icon: 'M5 4v16M10 4v16M14.5 4.5 19 20',
  },
  { place: 'search', pages: ['search'], text: 'search_site', icon: SEARCH_ICON },
] as const;

/** The bar at the foot of a phone, below the player bar. It stays while pages are swapped, see `markPlace`. */
export function Places({ page }: { page: string }) {
  const { t } = useSite();
  return (
    <nav className="site-places" aria-label={t('places')}>
      {PLACES.map(({ place, pages, text, icon }) => (
        <a
          key={place}
          href={buildPath(ALL_PAGE_ROUTES, place)}
          data-pages={pages.join(' ')}
          aria-current={pages.some((name) => name === page) ? 'page' : undefined}
        >
          <Icon path={icon} />
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
