import type { Show } from 'earshot/contract';
import { CopyField } from 'earshot/react';
import { useSite, useTexts } from '../../site-context.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { feedUrl, studioPath } from '../../studio/studio-paths.ts';
import { checkFeed } from './check-feed.ts';
import { FeedForm } from './feed-form.tsx';
import { MovePanel, type MovePanelProps } from './move-panel.tsx';
import { RadioPanel, type RadioPanelProps } from './radio-panel.tsx';

interface ShowFeedProps extends MovePanelProps {
  /** Null if the host has no radio directory. */
  radio: RadioPanelProps | null;
}

/** The feed of a show: its address, missing parts, further data, and its move to another host. */
export function Page({ show, errors, typed, radio }: ShowFeedProps) {
  const { config } = useSite();
  const studio = useTexts('studio');
  const t = useTexts('feed');
  const isOwner = config.USER?.user_id === show.user_id || config.USER?.is_admin;
  return (
    <>
      <ShowHead show={show} part="feed" />
      <section className="studio-box">
        <h2>{t('address')}</h2>
        <CopyField label={t('address')} text={feedUrl(config.SITE_URL, show.show_id)} />
        <p className="es-hint">{t('address_hint')}</p>
        <p>
          <a href={studioPath('private-feeds', { show_id: show.show_id })}>
            {studio('private_feeds')}
          </a>
        </p>
      </section>
      <Complaints show={show} />
      <FeedForm key={show.show_id} show={show} />
      {radio && <RadioPanel {...radio} />}
      {isOwner && <MovePanel show={show} errors={errors} typed={typed} />}
    </>
  );
}

function Complaints({ show }: { show: Show }) {
  const t = useTexts('feed');
  const { show_id } = show;
  const checks = checkFeed(show);
  return (
    <section className="studio-box" aria-labelledby="feed-check">
      <h2 id="feed-check">{t('check')}</h2>
      {checks.length === 0 && <p>{t('check_fine')}</p>}
      <ul className="studio-checks">
        {checks.map(({ complaint, isRefused }) => (
          <li key={complaint} data-level={isRefused ? 'error' : 'warning'}>
            <strong>{t(isRefused ? 'refused' : 'advice')}</strong> {t(complaint)}{' '}
            <a
              href={studioPath(complaint === 'no_episodes' ? 'show-episodes' : 'edit-show', {
                show_id,
              })}
            >
              {t('mend')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
