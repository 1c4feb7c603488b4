import { buildPath, type ExploreCategory, type ExploreList, PAGE_ROUTES } from 'earshot/contract';
import { listTitle } from '../../parts/list-title.ts';
import { useTexts } from '../../site-context.tsx';

export interface ExplorePageProps {
  lists: ExploreList[];
  categories: ExploreCategory[];
}

export function ExplorePage({ lists, categories }: ExplorePageProps) {
  const t = useTexts('explore');
  return (
    <>
      <h1>{t('explore')}</h1>
      {lists.length > 0 && <h2>{t('lists')}</h2>}
      <ul className="site-topics">
        {lists.map((list) => (
          <li key={list.permalink}>
            <a href={pathOf(list.permalink)} dir="auto">
              {listTitle(list, t)}
            </a>
          </li>
        ))}
      </ul>
      <h2>{t('categories')}</h2>
      <ul className="site-topics">
        {categories.map(({ permalink, name, children }) => (
          <li key={permalink}>
            <a href={pathOf(permalink)}>{name}</a>
            <span>
              {children.map((child, index) => (
                <span key={child.permalink}>
                  {index > 0 && ', '}
                  <a href={pathOf(child.permalink)}>{child.name}</a>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const pathOf = (permalink: string) => buildPath(PAGE_ROUTES, 'explore_list', { permalink });
