import type { ShowBrief } from 'earshot/contract';
import { useSite } from '../site-context.tsx';
import { Cover } from './cover.tsx';

export function ShowCard({ show }: { show: ShowBrief }) {
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
