import { useId } from 'react';
import { SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { PERIODS, type Range, type RefusedRange } from './periods.ts';

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

/** Asks for the first and the last day. The browser opens the same page with them in its address. */
function RangeForm({ address, range }: { address: string; range: Range }) {
  const t = useTexts('numbers');
  const id = useId();
  const { refused } = range;
  const { from, to } = refused?.typed ?? range;
  const wordsOf = ({ reason, field, typed }: RefusedRange) =>
    typed[field] === '' ? t('no_day_yet') : t(reason, { day: typed[field] });
  return (
    // The key gives the fields their new values after a visit within the tab.
    <form key={`${from} ${to}`} className="studio-row studio-periods" action={address}>
      {[['from', from] as const, ['to', to] as const].map(([field, day]) => {
        const isWrong = refused?.field === field;
        return (
          <div className="es-field" key={field}>
            <label htmlFor={id + field}>{t(field)}</label>
            <input
              id={id + field}
              type="date"
              name={field}
              defaultValue={day}
              max={range.today}
              required
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-error` : undefined}
            />
          </div>
        );
      })}
      <SubmitAction kind="secondary">{t('show_range')}</SubmitAction>
      {refused && (
        <p className="es-hint" data-level="error" role="alert" id={`${id}-error`}>
          <span>{wordsOf(refused)}</span>
        </p>
      )}
    </form>
  );
}
