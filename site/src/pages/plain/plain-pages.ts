import type { PlainPage } from 'earshot-site/contract';
import { CONNECT_PAGES } from './connect-pages.tsx';
import { FACTOR_PAGES } from './factor-pages.tsx';
import { LINK_PAGES } from './link-pages.tsx';
import type { PlainView, PlainViews } from './plain-page.ts';
import { RESET_PAGES } from './reset-pages.tsx';

const PAGES: PlainViews<PlainPage['page']> = {
  ...CONNECT_PAGES,
  ...FACTOR_PAGES,
  ...LINK_PAGES,
  ...RESET_PAGES,
};

/** The view of a page. Its props are those of the same name. */
export const plainViewOf = ({ page }: PlainPage): PlainView<PlainPage> =>
  PAGES[page] as PlainView<PlainPage>;
