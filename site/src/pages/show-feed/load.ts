import { loadOwnShow } from '../../studio/own-show.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ShowFeedProps } from './page.tsx';

export async function loadShowFeed(
  request: PageRequest,
): Promise<LoadedPage<ShowFeedProps> | null> {
  const show = await loadOwnShow(request);
  const { form } = request;
  const errors = form?.messages ?? [];
  return show && { props: { show, errors, typed: form?.values.to ?? '' }, title: show.title };
}
