import { loadOwnShow } from '../../studio/own-show.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { EditShowProps } from './page.tsx';

export async function loadEditShow(
  request: PageRequest,
): Promise<LoadedPage<EditShowProps> | null> {
  const show = await loadOwnShow(request);
  return show && { props: { show }, title: show.title };
}
