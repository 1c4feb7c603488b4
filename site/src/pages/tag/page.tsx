import { buildPath, type Episode, PAGE_ROUTES, type Pager, type ShowBrief } from 'earshot/contract';
import { EmptyList } from '../../parts/empty-list.tsx';
import { EpisodeRows } from '../../parts/episode-rows.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useTexts } from '../../site-context.tsx';

interface TagPageProps {
  name: string;
  pager: Pager<Episode>;
  /** Shows, if the list is empty. */
  instead: ShowBrief[];
}

export function Page({ name, pager, instead }: TagPageProps) {
  const t = useTexts('explore');
  const address = buildPath(PAGE_ROUTES, 'tag', { name });
  return (
    <>
      <h1 dir="auto">{t('tagged', { tag: name })}</h1>
      {pager.results.length === 0 && <EmptyList instead={instead} />}
      <EpisodeRows episodes={pager.results} />
      <Pages pager={pager} hrefOf={(page) => address + (page > 1 ? `?page=${page}` : '')} />
    </>
  );
}
