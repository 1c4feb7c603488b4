import {
  buildPath,
  type ExploreList,
  type FoundShow,
  PAGE_ROUTES,
  type Pager,
  type SearchGroup,
  type SearchResults,
} from 'earshot/contract';
import type { ReactNode } from 'react';
import { SubmitAction } from '../../action.tsx';
import { Cover } from '../../parts/cover.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { Highlighted } from '../../parts/highlighted.tsx';
import { Pages } from '../../parts/pages.tsx';
import { UserRow } from '../../parts/user-row.tsx';
import { SearchField } from '../../search/search-field.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { type Asked, addressOf, SearchFilters } from './filters.tsx';

interface SearchPageProps {
  asked: Asked;
  /** The lists of the languages of shows, if there are several. */
  languages: ExploreList[];
  results: SearchResults;
  pager: Omit<Pager<unknown>, 'results'> | null;
}

export function Page({ asked, languages, results, pager }: SearchPageProps) {
  const { q, group, sort, language } = asked;
  const t = useTexts('explore');
  const isEmpty = Object.values(results).every((found) => found.length === 0);
  return (
    <>
      <h1>{q ? t('results_for', { q }) : t('search')}</h1>
      <SearchField className="site-search-form" label={t('search_label')} q={q}>
        {group && <input type="hidden" name="type" value={group} />}
        {sort !== 'best' && <input type="hidden" name="sort" value={sort} />}
        {language && <input type="hidden" name="language" value={language} />}
        <SubmitAction>{t('search')}</SubmitAction>
      </SearchField>
      {q && <SearchFilters asked={asked} languages={languages} />}
      {q && isEmpty && <Empty text={t('no_results')} />}
      <Results asked={asked} results={results} />
      {pager && <Pages pager={pager} hrefOf={(page) => addressOf(asked, page)} />}
    </>
  );
}

function Results({ asked, results }: Omit<SearchPageProps, 'languages' | 'pager'>) {
  const { categories, tags, users, shows, episodes } = results;
  const chips = [
    ['categories', categories.map((of) => ({ ...of, href: categoryPath(of.permalink) }))],
    ['tags', tags.map((of) => ({ ...of, href: buildPath(PAGE_ROUTES, 'tag', { name: of.name }) }))],
  ] as const;
  return (
    <>
      <Group name="shows" count={shows.length} asked={asked}>
        <ul className="site-rows">
          {shows.map((show) => (
            <ShowRow key={show.show_id} show={show} />
          ))}
        </ul>
      </Group>
      <Group name="episodes" count={episodes.length} asked={asked}>
        <ol className="site-rows">
          {episodes.map((episode) => (
            <EpisodeRow
              key={episode.episode_id}
              episode={episode}
              withShow
              title={<Highlighted highlight={episode.highlight} />}
              excerpt={episode.excerpt && <Highlighted highlight={episode.excerpt} />}
            />
          ))}
        </ol>
      </Group>
      <Group name="users" count={users.length} asked={asked}>
        <ul className="site-people">
          {users.map((user) => (
            <UserRow key={user.user_id} user={user} highlight={user.highlight} />
          ))}
        </ul>
      </Group>
      {chips.map(([name, items]) => (
        <Group key={name} name={name} count={items.length} asked={asked}>
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
  asked: Asked;
  children: ReactNode;
}

function Group({ name, count, asked, children }: GroupProps) {
  const { t: site } = useSite();
  const t = useTexts('explore');
  if (count === 0) return null;
  const title = site(`group_${name}`);
  return (
    <section aria-label={title}>
      <h2 className="site-list-head">
        {title}
        {!asked.group && <a href={addressOf({ ...asked, group: name })}>{t('all_of_group')}</a>}
      </h2>
      {children}
    </section>
  );
}

const categoryPath = (permalink: string) => buildPath(PAGE_ROUTES, 'explore_list', { permalink });

function ShowRow({ show }: { show: FoundShow }) {
  const { t } = useSite();
  return (
    <li className="site-row">
      <Cover of={show} side={56} sizes={[80, 160]} isLazy />
      <div className="site-row-text">
        <a href={show.site_url} dir="auto">
          <Highlighted highlight={show.highlight} />
        </a>
        <p dir="auto">{t('by', { author: show.author })}</p>
        {show.excerpt && (
          <p className="site-excerpt" dir="auto">
            <Highlighted highlight={show.excerpt} />
          </p>
        )}
      </div>
    </li>
  );
}
