import { useSyncExternalStore } from 'react';
import { listenerCount } from '../../push/listener-count.ts';
import { useTexts } from '../../site-context.tsx';

const noCount = () => null;

/** Tells a listener how many listen at the moment. Empty while nobody else does. */
export function ListeningNow({ episodeId }: { episodeId: number }) {
  const t = useTexts('news');
  const { subscribe, getSnapshot } = listenerCount;
  const shown = useSyncExternalStore(subscribe, getSnapshot, noCount);
  if (shown?.episodeId !== episodeId || shown.count < 2) return null;
  return <span className="site-length">{t('listening_now', { count: shown.count })}</span>;
}
