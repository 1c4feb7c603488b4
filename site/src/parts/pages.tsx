import type { Pager } from 'earshot/contract';
import { useTexts } from '../site-context.tsx';
import { pageWindow } from './page-window.ts';

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
        <a className="es-action" rel="prev" href={hrefOf(current - 1)}>
          {t('previous')}
        </a>
      )}
      {pageWindow(current, last).map((number) => (
        <a
          key={number}
          className="es-action"
          href={hrefOf(number)}
          aria-label={t('page_number', { number })}
          aria-current={number === current ? 'page' : undefined}
        >
          {number}
        </a>
      ))}
      {current < last && (
        <a className="es-action" rel="next" href={hrefOf(current + 1)}>
          {t('next')}
        </a>
      )}
    </nav>
  );
}
