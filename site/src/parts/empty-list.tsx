import type { ShowBrief } from 'earshot/contract';
import { useTexts } from '../site-context.tsx';
import { Shows } from './shows.tsx';

/** Stands in an empty list: other shows of this host. */
export function EmptyList({ instead }: { instead: readonly ShowBrief[] }) {
  const t = useTexts('explore');
  return (
    <>
      <p>{t('empty_list')}</p>
      <Shows shows={instead} />
    </>
  );
}
