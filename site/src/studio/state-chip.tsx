import type { EpisodeState } from 'earshot/contract';
import { useTexts } from '../site-context.tsx';

export function StateChip({ state }: { state: EpisodeState }) {
  const t = useTexts('studio');
  return (
    <span className="es-chip studio-state" data-state={state}>
      {t(`state_${state}`)}
    </span>
  );
}
