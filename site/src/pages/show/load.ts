import { cursorQuery } from '../../parts/cursor-query.ts';
import { DESCRIPTION_MAX, plainText } from '../../parts/plain-text.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ShowPageProps } from './page.tsx';

export async function loadShow({
  params: { permalink = '' },
  query,
  data,
}: PageRequest): Promise<LoadedPage<ShowPageProps> | null> {
  const show = await data.getShow(permalink);
  if (!show) return null;
  const { cursor, ...episodes } = await data.listEpisodes(show.show_id, query.get('cursor'));
  return {
    props: { show, episodes },
    title: show.title,
    description: plainText(show.description, DESCRIPTION_MAX),
    image: show.image_url,
    canonical: show.site_url + cursorQuery(cursor),
  };
}
