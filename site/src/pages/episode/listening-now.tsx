import { useSyncExternalStore } from 'react';
import { listenerCount } from '../../push/listener-count.ts';
import { useTexts } from '../../site-context.tsx';

const noCount = () => null;

/** Shows the current number of listeners to a listener. Empty while there are no others. */
export function ListeningNow({ episodeId }: { episodeId: number }) {
  const t = useTexts('news');
  const { subscribe, getSnapshot } = listenerCount;
  const shown = useSyncExternalStore(subscribe, getSnapshot, noCount);
  if (shown?.episodeId !== episodeId || shown.count < 2) return null;
  return <span className="site-length">{t('listening_now', { count: shown.count })}</span>;
}
