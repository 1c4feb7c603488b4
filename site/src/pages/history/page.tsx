import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useNearEnd } from '../../parts/use-near-end.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { HistoryRow } from './history-row.tsx';
import { useHistory } from './use-history.ts';

/** The history in this browser, the latest first. */
export function Page() {
  const { t: site } = useSite();
  const t = useTexts('listening');
  const { heard, total, isLoading, more, remove, clear } = useHistory();
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
        <Empty text={t('no_history')}>
          <a
            className="es-action"
            data-kind="secondary"
            href={buildPath(ALL_PAGE_ROUTES, 'explore')}
          >
            {t('explore_all')}
          </a>
        </Empty>
      )}
      {total !== null && total > 0 && (
        <p>
          <button
            type="button"
            className="es-action"
            data-kind="secondary"
            onClick={() => setAsking(true)}
          >
            {t('clear_history')}
          </button>
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
          <button type="button" className="es-action" data-kind="secondary" onClick={more}>
            {t('more_history')}
          </button>
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
