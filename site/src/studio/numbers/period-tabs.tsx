import { useTexts } from '../../site-context.tsx';
import { PERIODS, type Range } from './periods.ts';
import { RangeForm } from './range-form.tsx';

/** Links to the same page with other periods, and a form for any other days. */
export function PeriodTabs({ address, range }: { address: string; range: Range }) {
  const t = useTexts('numbers');
  return (
    <div className="studio-title studio-periods">
      <nav className="studio-row" aria-label={t('period')}>
        {PERIODS.map((choice) => (
          <a
            key={choice}
            className="es-chip"
            href={`${address}?days=${choice}`}
            aria-current={choice === range.period && !range.refused ? 'page' : undefined}
          >
            {t(`days_${choice}`)}
          </a>
        ))}
      </nav>
      <RangeForm address={address} range={range} />
    </div>
  );
}
