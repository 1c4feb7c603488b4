import { useTexts } from '../../site-context.tsx';
import { PERIODS, type Period } from './periods.ts';

/** Links to the same page with other periods. */
export function PeriodTabs({ address, period }: { address: string; period: Period }) {
  const t = useTexts('numbers');
  return (
    <nav className="site-tabs" aria-label={t('period')}>
      {PERIODS.map((choice) => (
        <a
          key={choice}
          className="es-chip"
          href={`${address}?days=${choice}`}
          aria-current={choice === period ? 'page' : undefined}
        >
          {t(`days_${choice}`)}
        </a>
      ))}
    </nav>
  );
}
