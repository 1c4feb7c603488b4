import type { Episode } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { CopyField, EmbedButton } from 'earshot/react';
import { ActionLink } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** An author hands this out after publishing: the link, the player for other websites, and the feed for apps if it is there. */
export function OnAir({ episode }: { episode: Episode }) {
  const t = useTexts('studio');
  const { show_id, site_url, state } = episode;
  const isInFeed = state === 'published' || state === 'live';
  return (
    <section className="studio-panel" aria-label={t('share_it')}>
      <h2>{t('share_it')}</h2>
      <CopyField label={t('share_link')} text={site_url} />
      <p className="studio-row">
        <EmbedButton item={episodeItem(episode)} />
        {isInFeed && (
          <ActionLink href={studioPath('show-feed', { show_id })}>{t('share_apps')}</ActionLink>
        )}
      </p>
      {isInFeed && <p className="es-hint">{t('share_hint')}</p>}
    </section>
  );
}
