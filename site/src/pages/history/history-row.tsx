import type { Episode } from 'earshot/contract';
import { CLOSE_ICON } from 'earshot/internal';
import { Icon } from 'earshot/react';
import { EpisodeRow } from '../../parts/episode-row.tsx';
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
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget);
          onRemove();
        }}
      >
        <Icon path={CLOSE_ICON} />
      </button>
    </EpisodeRow>
  );
}

/** The focus must not be lost with the row that goes. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = other?.querySelector<HTMLElement>('.site-remove');
  (target ?? button.closest('main')?.querySelector('h1'))?.focus();
}
