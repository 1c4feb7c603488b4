import type { Episode } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect } from 'react';
import { useSite, useTexts } from '../site-context.tsx';

const JOB_MS = 5_000; // the job that publishes an episode begins at its time
const TIMER_MS_MAX = 2 ** 31 - 1; // browsers end a longer one at once

/** The state of an episode. The page is read again once a scheduled one has been published. */
export function StateChip({ of }: { of: Pick<Episode, 'state' | 'published_at'> }) {
  const { client } = useSite();
  const t = useTexts('studio');
  const { state, published_at } = of;
  useEffect(() => {
    if (state !== 'scheduled' || !published_at) return;
    const left = Date.parse(published_at) - Date.now() + JOB_MS;
    if (left < 0 || left > TIMER_MS_MAX) return;
    const scope = createScope();
    scope.timeout(() => void client?.refresh(), left);
    return scope.dispose;
  }, [client, state, published_at]);
  return (
    <span className="es-chip studio-state" data-state={state}>
      {t(`state_${state}`)}
    </span>
  );
}
