import type { FoundShow } from 'earshot/contract';
import { useSite } from '../site-context.tsx';
import { Cover } from './cover.tsx';
import { Highlighted } from './highlighted.tsx';

/** A show in a list of results. */
export function ShowRow({ show }: { show: FoundShow }) {
  const { t } = useSite();
  return (
    <li className="site-row">
      <Cover of={show} side={56} sizes={[80, 160]} isLazy />
      <div className="site-row-text">
        <a href={show.site_url} dir="auto">
          <Highlighted highlight={show.highlight} />
        </a>
        <p dir="auto">{t('by', { author: show.author })}</p>
      </div>
    </li>
  );
}
