import { bytesInWords, type HostNumbers } from 'earshot-site/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DayPlot } from '../../studio/numbers/day-plot.tsx';
import { DayTable } from '../../studio/numbers/day-table.tsx';

interface DayFiguresProps extends Pick<HostNumbers, 'days' | 'before'> {
  field: 'downloads' | 'bytes' | 'requests';
}

/** A figure of each day as a plot, as a table and as a file. */
export function DayFigures({ field, days, before }: DayFiguresProps) {
  const { t: site } = useSite();
  const t = useTexts('hostNumbers');
  const number = useNumbers();
  const format =
    field === 'bytes' ? (value: number) => bytesInWords(value, site('date_locale')) : number;
  const figures = days.map((figure, at) => ({
    day: figure.day,
    downloads: figure[field], // as the plot names its figures
    before: before[at]?.[field] ?? 0,
  }));
  const name = t(field);
  return (
    <section>
      <h2>{name}</h2>
      <DayPlot days={figures} format={format} label={(values) => t('plot', { name, ...values })} />
      <DayTable
        days={figures}
        name={name}
        field={field}
        summary={t('as_table', { name })}
        format={format}
      />
    </section>
  );
}
