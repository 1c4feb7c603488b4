import { type ExploreList, PAGE_ROUTES, type SearchGroup, type SearchSort } from 'earshot/contract';
import { useSite, useTexts } from '../../site-context.tsx';

/** The values in the address of the page. */
export interface Asked {
  q: string;
  /** The shown group, page by page. Null for the best of all groups. */
  group: SearchGroup | null;
  sort: SearchSort;
  /** Shows and episodes in this language only. Null for all. */
  language: string | null;
}

const GROUPS: readonly SearchGroup[] = ['shows', 'episodes', 'users'];
const SORTS: readonly SearchSort[] = ['best', 'newest'];

interface SearchFiltersProps {
  asked: Asked;
  languages: readonly ExploreList[];
}

/** Which results are shown, and in which order. Links, so that they work without scripts and can be shared. */
export function SearchFilters({ asked, languages }: SearchFiltersProps) {
  const { t: site } = useSite();
  const t = useTexts('explore');
  const { group, sort, language: chosen } = asked;
  // "All results" of a smaller group leads to it.
  const groups = group === null || GROUPS.includes(group) ? GROUPS : [...GROUPS, group];
  const hasOrder = group === null || group === 'shows' || group === 'episodes';
  return (
    <nav className="site-filters" aria-label={t('filters')}>
      <ul>
        {[null, ...groups].map((name) => (
          <Filter
            key={name}
            className="es-chip"
            href={addressOf({ ...asked, group: name })}
            isChosen={name === group}
            label={name ? site(`group_${name}`) : t('everything')}
          />
        ))}
      </ul>
      {hasOrder && (
        <ul className="site-order" aria-label={site('order')}>
          {SORTS.map((name) => (
            <Filter
              key={name}
              href={addressOf({ ...asked, sort: name })}
              isChosen={name === sort}
              label={name === 'newest' ? site('newest_first') : t('best_first')}
            />
          ))}
        </ul>
      )}
      {hasOrder && languages.length > 0 && (
        <ul className="site-languages" aria-label={t('languages')}>
          <Filter
            href={addressOf({ ...asked, language: null })}
            isChosen={chosen === null}
            label={t('all_languages')}
          />
          {languages.map(({ language, title }) => (
            <Filter
              key={language}
              href={addressOf({ ...asked, language })}
              isChosen={language === chosen}
              label={title}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}

interface FilterProps {
  href: string;
  label: string;
  isChosen: boolean;
  className?: string;
}

function Filter({ href, label, isChosen, className }: FilterProps) {
  return (
    <li>
      <a className={className} href={href} aria-current={isChosen || undefined}>
        {label}
      </a>
    </li>
  );
}

/** The address of these results, without the defaults. */
export function addressOf({ q, group, sort, language }: Asked, page = 1): string {
  const query = new URLSearchParams({
    q,
    ...(group && { type: group }),
    ...(sort !== 'best' && { sort }),
    ...(language && { language }),
    ...(page > 1 && { page: `${page}` }),
  });
  return `${PAGE_ROUTES.search}?${query}`;
}
