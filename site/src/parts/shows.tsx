import type { ShowBrief } from 'earshot/contract';
import { useSite } from '../site-context.tsx';
import { Cover } from './cover.tsx';

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

function ShowCard({ show }: { show: ShowBrief }) {
  const { t } = useSite();
  return (
    <li className="site-card">
      <a href={show.site_url}>
        <Cover of={show} side={320} sizes={[320, 720]} isLazy />
        <strong dir="auto" lang={show.language}>
          {show.title}
        </strong>
      </a>
      <span dir="auto">{t('by', { author: show.author })}</span>
    </li>
  );
}
