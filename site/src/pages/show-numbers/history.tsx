import type { HistoryFigure } from 'earshot/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';

/** The figures of former hosts, apart from our own, because they count in other ways. */
export function History({ figures }: { figures: readonly HistoryFigure[] }) {
  const t = useTexts('numbers');
  if (figures.length === 0) return null;
  const series = new Map<string, HistoryFigure[]>();
  for (const figure of figures.toReversed()) {
    const key = `${figure.span} ${figure.host}`;
    series.set(key, [...(series.get(key) ?? []), figure]);
  }
  return (
    <section aria-labelledby="numbers-history">
      <h2 id="numbers-history">{t('history')}</h2>
      <p className="es-hint">{t('history_text')}</p>
      {[...series].map(([key, own]) => (
        <Series key={key} figures={own} />
      ))}
    </section>
  );
}

/** The days or the months of one host. */
function Series({ figures }: { figures: readonly HistoryFigure[] }) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const [first] = figures;
  const isMonth = first?.span === 'month';
  const total = figures.reduce((sum, { downloads }) => sum + downloads, 0);
  return (
    <details className="site-prose">
      <summary>
        <bdi>{first?.host}</bdi>
        {t(isMonth ? 'history_months' : 'history_days', { total: number(total) })}
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(isMonth ? 'month' : 'day')}</th>
            <th scope="col">{t('downloads')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ day, downloads }) => (
            <tr key={day}>
              <th scope="row">{isMonth ? day.slice(0, 7) : day}</th>
              <td>{number(downloads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
