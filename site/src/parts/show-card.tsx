import { imageUrl } from 'earshot/contract';
import type { ShowBrief } from 'earshot/internal';
import { useSite } from '../site-context.tsx';

export function ShowCard({ show }: { show: ShowBrief }) {
  const { t } = useSite();
  return (
    <li className="site-card">
      <a href={show.site_url}>
        {show.image_url && (
          <img
            src={imageUrl(show.image_url, 320)}
            srcSet={`${imageUrl(show.image_url, 720)} 2x`}
            width={320}
            height={320}
            alt=""
            loading="lazy"
          />
        )}
        <strong>{show.title}</strong>
      </a>
      <span>{t('by', { author: show.author })}</span>
    </li>
  );
}
