import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';
import type { DayFigure } from './day-plot.tsx';

interface DayTableProps {
  days: readonly DayFigure[];
  /** The figure in words. */
  name: string;
  /** The figure in the file and in its name, which has the days too. */
  field: string;
  summary: string;
  /** Writes a figure. Left out, figures are plain numbers. */
  format?: ((value: number) => string) | undefined;
}

/** The figures of a plot for screen readers and spreadsheets. */
export function DayTable({ days, name, field, summary, format }: DayTableProps) {
  const t = useTexts('numbers');
  const plain = useNumbers();
  const number = format ?? plain;
  const hasTheirs = days.some(({ theirs }) => theirs);
  const rows = days.map(({ day, downloads, theirs = 0 }) =>
    [day, downloads, ...(hasTheirs ? [theirs] : [])].join(','),
  );
  const csv = `day,${field}${hasTheirs ? ',history' : ''}\r\n${rows.join('\r\n')}\r\n`;
  return (
    <details className="site-prose">
      <summary>{summary}</summary>
      <p>
        <a
          href={`data:text/csv,${encodeURIComponent(csv)}`}
          download={`${field}-${days[0]?.day}-${days.at(-1)?.day}.csv`}
        >
          {t('as_csv')}
        </a>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{name}</th>
            <th scope="col">{t('day_before')}</th>
            {hasTheirs && <th scope="col">{t('theirs')}</th>}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((figure) => (
            <tr key={figure.day}>
              <th scope="row">{figure.day}</th>
              <td>{number(figure.downloads)}</td>
              <td>{number(figure.before)}</td>
              {hasTheirs && <td>{number(figure.theirs ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
