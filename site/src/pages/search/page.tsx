import {
  buildPath,
  PAGE_ROUTES,
  type Pager,
  type SearchGroup,
  type SearchResults,
} from 'earshot/contract';
import type { ReactNode } from 'react';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { Highlighted } from '../../parts/highlighted.tsx';
import { Pages } from '../../parts/pages.tsx';
import { ShowCard } from '../../parts/show-card.tsx';
import { UserRow } from '../../parts/user-row.tsx';
import { SearchField } from '../../search/search-field.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

export interface SearchPageProps {
  q: string;
  /** The one group that is shown, page by page. Null for the best of all groups. */
  group: SearchGroup | null;
  results: SearchResults;
  pager: Omit<Pager<unknown>, 'results'> | null;
}

export function SearchPage({ q, group, results, pager }: SearchPageProps) {
  const t = useTexts('explore');
  const isEmpty = Object.values(results).every((found) => found.length === 0);
  return (
    <>
      <h1>{q ? t('results_for', { q }) : t('search')}</h1>
      <SearchField className="site-search-form" label={t('search_label')} q={q}>
        <button className="es-action" data-kind="primary" type="submit">
          {t('search')}
        </button>
      </SearchField>
      {q && isEmpty && <p>{t('no_results')}</p>}
      <Results q={q} results={results} isWhole={group !== null} />
      {pager && <Pages pager={pager} hrefOf={(page) => addressOf(q, group, page)} />}
    </>
  );
}

function Results({ q, results, isWhole }: { q: string; results: SearchResults; isWhole: boolean }) {
  const { categories, tags, users, shows, episodes } = results;
  const chips = [
    ['categories', categories.map((of) => ({ ...of, href: categoryPath(of.permalink) }))],
    ['tags', tags.map((of) => ({ ...of, href: buildPath(PAGE_ROUTES, 'tag', { name: of.name }) }))],
  ] as const;
  return (
    <>
      <Group name="shows" count={shows.length} q={q} isWhole={isWhole}>
        <ul className="site-cards">
          {shows.map((show) => (
            <ShowCard key={show.show_id} show={show} />
          ))}
        </ul>
      </Group>
      <Group name="episodes" count={episodes.length} q={q} isWhole={isWhole}>
        <ol className="site-rows">
          {episodes.map((episode) => (
            <EpisodeRow
              key={episode.episode_id}
              episode={episode}
              withShow
              {...(episode.excerpt ? { excerpt: episode.excerpt.text } : {})}
            />
          ))}
        </ol>
      </Group>
      <Group name="users" count={users.length} q={q} isWhole={isWhole}>
        <ul className="site-people">
          {users.map((user) => (
            <UserRow key={user.user_id} user={user} highlight={user.highlight} />
          ))}
        </ul>
      </Group>
      {chips.map(([name, items]) => (
        <Group key={name} name={name} count={items.length} q={q} isWhole={isWhole}>
          <p className="site-tags">
            {items.map(({ href, highlight }) => (
              <a className="es-chip" key={href} href={href}>
                <Highlighted highlight={highlight} />
              </a>
            ))}
          </p>
        </Group>
      ))}
    </>
  );
}

interface GroupProps {
  name: SearchGroup;
  count: number;
  q: string;
  isWhole: boolean;
  children: ReactNode;
}

function Group({ name, count, q, isWhole, children }: GroupProps) {
  const { t: site } = useSite();
  const t = useTexts('explore');
  if (count === 0) return null;
  const title = site(`group_${name}`);
  return (
    <section aria-label={title}>
      <h2 className="site-list-head">
        {title}
        {!isWhole && <a href={addressOf(q, name, 1)}>{t('all_of_group')}</a>}
      </h2>
      {children}
    </section>
  );
}

const categoryPath = (permalink: string) => buildPath(PAGE_ROUTES, 'explore_list', { permalink });

function addressOf(q: string, type: SearchGroup | null, page: number): string {
  const query = new URLSearchParams({
    q,
    ...(type && { type }),
    ...(page > 1 && { page: `${page}` }),
  });
  return `${buildPath(PAGE_ROUTES, 'search')}?${query}`;
}
