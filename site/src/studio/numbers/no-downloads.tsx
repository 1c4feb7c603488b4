import { Empty } from '../../parts/empty.tsx';
import { useTexts } from '../../site-context.tsx';
import type { Range } from './periods.ts';

/** Stands instead of figures: of a period up to today it says when the first ones will come. */
export function NoDownloads({ range }: { range: Range }) {
  const t = useTexts('numbers');
  if (!range.period) return <Empty text={t('none_here')} />;
  return (
    <Empty text={t('none')}>
      <p className="es-hint">{t('none_text')}</p>
    </Empty>
  );
}
