import type { ShowBrief } from 'earshot/contract';
import { ShowCard } from './show-card.tsx';

/** Covers with titles: in rows, in no more than two rows, or in one that scrolls sideways. */
export function Shows({ shows, as }: { shows: readonly ShowBrief[]; as?: 'two-rows' | 'shelf' }) {
  return (
    <ul className={as ? `site-cards site-${as}` : 'site-cards'}>
      {shows.map((show) => (
        <ShowCard key={show.show_id} show={show} />
      ))}
    </ul>
  );
}
