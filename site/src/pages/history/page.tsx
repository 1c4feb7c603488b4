import { CLOSE_ICON } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { Icon } from 'earshot/react';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useRef, useState } from 'react';
import { Action, ActionLink } from '../../action.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { keepFocus } from '../../parts/keep-focus.ts';
import { useNearEnd } from '../../parts/use-near-end.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { useHistory } from './use-history.ts';

/** The history in this browser, the latest first. */
export function Page() {
  const { t: site } = useSite();
  const t = useTexts('listening');
  const { heard, total, kept, isLoading, more, remove, clear } = useHistory();
  const [isAsking, setAsking] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const end = useNearEnd({ onEnter: more, length: heard.length });
  const isEmpty = total === 0;

  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {site('history')}
      </h1>
      <p className="site-quiet">{t('history_kept')}</p>
      <p className="site-unscripted">{t('needs_script')}</p>
      {isEmpty && (
        <Empty text={t(kept > 0 ? 'history_hidden' : 'no_history')}>
          <ActionLink href={ALL_PAGE_ROUTES.explore}>{t('explore_all')}</ActionLink>
        </Empty>
      )}
      {kept > 0 && (
        <p>
          <Action onClick={() => setAsking(true)}>{t('clear_history')}</Action>
        </p>
      )}
      <ol className="site-rows" aria-label={site('history')} aria-busy={isLoading || undefined}>
        {heard.map((episode) => (
          <HistoryRow
            key={episode.episode_id}
            episode={episode}
            onRemove={() => remove(episode.episode_id)}
          />
        ))}
      </ol>
      {total !== null && heard.length < total && (
        <p ref={end}>
          <Action onClick={more}>{t('more_history')}</Action>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          question={t('clear_question')}
          text={t('clear_text')}
          confirm={t('clear_history')}
          onConfirm={() => {
            clear();
            title.current?.focus();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function HistoryRow({ episode, onRemove }: { episode: Episode; onRemove(): void }) {
  const t = useTexts('listening');
  return (
    <EpisodeRow episode={episode} withShow>
      <button
        type="button"
        className="es-button site-options site-remove"
        aria-label={t('remove_heard', { title: episode.title })}
        onClick={({ currentTarget }) => void keepFocus(currentTarget, '.site-remove', onRemove)}
      >
        <Icon path={CLOSE_ICON} />
      </button>
    </EpisodeRow>
  );
}
