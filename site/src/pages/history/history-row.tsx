import { CLOSE_ICON } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { Icon } from 'earshot/react';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { keepFocus } from '../../parts/keep-focus.ts';
import { useTexts } from '../../site-context.tsx';

export interface HistoryRowProps {
  episode: Episode;
  onRemove(): void;
}

export function HistoryRow({ episode, onRemove }: HistoryRowProps) {
  const t = useTexts('listening');
  return (
    <EpisodeRow episode={episode} withShow>
      <button
        type="button"
        className="es-button site-options site-remove"
        aria-label={t('remove_heard', { title: episode.title })}
        onClick={({ currentTarget }) => keepFocus(currentTarget, '.site-remove', onRemove)}
      >
        <Icon path={CLOSE_ICON} />
      </button>
    </EpisodeRow>
  );
}
