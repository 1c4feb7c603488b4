import type { Show } from 'earshot/contract';
import type { SiteEpisodeQuery, SiteSeason } from 'earshot-site/contract';
import { SubmitAction } from '../../action.tsx';
import { useSite } from '../../site-context.tsx';

const SEARCH_FROM = 10; // episodes: a shorter list needs no search

export interface EpisodeFilterProps {
  show: Show;
  seasons: SiteSeason[];
  /** The visitor's filter for the list. */
  filter: Omit<SiteEpisodeQuery, 'cursor'>;
}

/** Search, season and order of a show's episodes. A form that works without scripts; a choice sends it. */
export function EpisodeFilter({ show, seasons, filter }: EpisodeFilterProps) {
  const { t } = useSite();
  const isSearched = filter.q !== undefined || filter.season !== undefined;
  if (show.episode_count < SEARCH_FROM && !isSearched) return null;
  const numbered = seasons.filter(({ season }) => season !== null);
  const send = (event: { currentTarget: HTMLSelectElement }) =>
    event.currentTarget.form?.requestSubmit();
  return (
    <search>
      <form className="site-filter" action={show.site_url}>
        <input
          type="search"
          name="q"
          defaultValue={filter.q}
          placeholder={t('search_show')}
          aria-label={t('search_show')}
          enterKeyHint="search"
        />
        {numbered.length > 1 && (
          <select
            name="season"
            aria-label={t('season')}
            defaultValue={filter.season ?? ''}
            onChange={send}
          >
            <option value="">{t('all_seasons')}</option>
            {numbered.map(({ season, count }) => (
              <option key={season} value={season ?? ''}>
                {t('season_count', { season: season ?? '', count })}
              </option>
            ))}
          </select>
        )}
        <select name="sort" aria-label={t('order')} defaultValue={filter.sort} onChange={send}>
          <option value="newest">{t('newest_first')}</option>
          <option value="oldest">{t('oldest_first')}</option>
        </select>
        <noscript>
          <SubmitAction kind="secondary">{t('show_list')}</SubmitAction>
        </noscript>
      </form>
    </search>
  );
}
