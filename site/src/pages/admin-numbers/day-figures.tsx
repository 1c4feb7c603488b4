import { bytesInWords, type HostNumbers } from 'earshot-site/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DayPlot } from '../../studio/day-plot.tsx';

interface DayFiguresProps extends Pick<HostNumbers, 'days' | 'before'> {
  field: 'downloads' | 'bytes' | 'requests';
}

/** A figure of each day as a plot, as a table and as a file. */
export function DayFigures({ field, days, before }: DayFiguresProps) {
  const { t: site } = useSite();
  const t = useTexts('hostNumbers');
  const words = useTexts('numbers');
  const number = useNumbers();
  const format =
    field === 'bytes' ? (value: number) => bytesInWords(value, site('date_locale')) : number;
  const figures = days.map((figure, at) => ({
    day: figure.day,
    downloads: figure[field], // as the plot names its figures
    before: before[at]?.[field] ?? 0,
  }));
  const name = t(field);
  const rows = figures.map(({ day, downloads }) => `${day},${downloads}`);
  const csv = `day,${field}\r\n${rows.join('\r\n')}\r\n`;
  return (
    <section>
      <h2>{name}</h2>
      <DayPlot days={figures} format={format} label={(values) => t('plot', { name, ...values })} />
      <details className="site-prose">
        <summary>{t('as_table', { name })}</summary>
        <p>
          <a href={`data:text/csv,${encodeURIComponent(csv)}`} download={`${field}.csv`}>
            {words('as_csv')}
          </a>
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">{words('day')}</th>
              <th scope="col">{name}</th>
              <th scope="col">{words('day_before')}</th>
            </tr>
          </thead>
          <tbody>
            {figures.toReversed().map((figure) => (
              <tr key={figure.day}>
                <th scope="row">{figure.day}</th>
                <td>{format(figure.downloads)}</td>
                <td>{format(figure.before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
