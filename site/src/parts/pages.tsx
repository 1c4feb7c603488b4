import type { Pager } from 'earshot/contract';
import { ActionLink } from '../action.tsx';
import { useTexts } from '../site-context.tsx';

/** Links to the pages of a list, five at a time. A page needs the texts `explore` for it. */
export function Pages({
  pager,
  hrefOf,
}: {
  pager: Pick<Pager<unknown>, 'current_page' | 'last_page'>;
  hrefOf: (page: number) => string;
}) {
  const t = useTexts('explore');
  const { current_page: current, last_page: last } = pager;
  if (last <= 1) return null;
  return (
    <nav className="site-pages" aria-label={t('pages')}>
      {current > 1 && (
        <ActionLink kind={null} rel="prev" href={hrefOf(current - 1)}>
          {t('previous')}
        </ActionLink>
      )}
      {pageWindow(current, last).map((number) => (
        <ActionLink
          kind={null}
          key={number}
          href={hrefOf(number)}
          aria-label={t('page_number', { number })}
          aria-current={number === current ? 'page' : undefined}
        >
          {number}
        </ActionLink>
      ))}
      {current < last && (
        <ActionLink kind={null} rel="next" href={hrefOf(current + 1)}>
          {t('next')}
        </ActionLink>
      )}
    </nav>
  );
}

const WIDTH = 5;

/** The numbers of the pages that a pager links to: at most five, with the current page in the middle if there is room. */
export function pageWindow(current: number, last: number): number[] {
  const start = Math.max(1, Math.min(current - Math.floor(WIDTH / 2), last - WIDTH + 1));
  const length = Math.max(0, Math.min(WIDTH, last - start + 1));
  return Array.from({ length }, (_, index) => start + index);
}
