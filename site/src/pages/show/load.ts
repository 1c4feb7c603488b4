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
  const cursor = Number(query.get('cursor'));
  const isCursor = Number.isInteger(cursor) && cursor > 0 && cursor < 2 ** 31;
  const list = await data.listEpisodes(show.show_id, isCursor ? cursor : null);
  const episodes = { ...list, items: list.items.map(brief) };
  return {
    props: { show, episodes },
    title: show.title,
    description: plainText(show.description, DESCRIPTION_MAX),
    image: show.image_url,
    canonical: show.site_url + (isCursor ? `?cursor=${cursor}` : ''),
  };
}

/** Lists show no notes: they would only make the page heavy. */
function brief<Item extends { description: string }>(item: Item): Item {
  return { ...item, description: '' };
}
