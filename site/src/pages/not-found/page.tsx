import type { ShowBrief } from 'earshot/contract';
import { ActionLink } from '../../action.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Shows } from '../../parts/shows.tsx';
import { SearchField } from '../../search/search-field.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

interface NotFoundPageProps {
  /** The popular shows of this host. */
  shows: ShowBrief[];
}

export function Page({ shows }: NotFoundPageProps) {
  const { config, t } = useSite();
  const explore = useTexts('explore');
  return (
    <>
      <h1>{t('not_found_title')}</h1>
      <Empty text={t('not_found_text')}>
        <SearchField className="site-search-form" label={explore('search_label')} />
        <ActionLink href={`${config.SITE_URL}/`}>{t('back_home')}</ActionLink>
      </Empty>
      {shows.length > 0 && (
        <section aria-label={explore('list_popular')}>
          <h2>{explore('list_popular')}</h2>
          <Shows shows={shows} as="shelf" />
        </section>
      )}
    </>
  );
}
