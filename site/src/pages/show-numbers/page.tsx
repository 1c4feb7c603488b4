import type { Show, ShowNumbers } from 'earshot/contract';
import { Empty } from '../../parts/empty.tsx';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';
import { type DayFigure, DayPlot } from '../../studio/day-plot.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { History } from './history.tsx';
import { PeriodTabs } from './period-tabs.tsx';
import type { Period } from './periods.ts';

export interface ShowNumbersProps {
  show: Show;
  period: Period;
  numbers: ShowNumbers;
  /** The figures of as many days before the period. */
  before: Pick<ShowNumbers, 'total' | 'days'>;
}

/** The downloads of a show, beside those of the time before. */
export function Page({ show, period, numbers, before }: ShowNumbersProps) {
  const t = useTexts('numbers');
  const address = studioPath('show-numbers', { show_id: show.show_id });
  const days = numbers.days.map(({ day, downloads }, at) => ({
    day,
    downloads,
    before: before.days[at]?.downloads ?? 0,
  }));
  const isEmpty = numbers.total + before.total === 0;
  return (
    <>
      <ShowHead show={show} part="numbers" />
      <PeriodTabs address={address} period={period} />
      {isEmpty ? (
        <Empty text={t('none')}>
          <p className="es-hint">{t('none_text')}</p>
        </Empty>
      ) : (
        <>
          <Facts total={numbers.total} before={before.total} days={days} period={period} />
          <h2>{t('by_day')}</h2>
          <DayPlot days={days} />
          <DayTable days={days} />
          <Episodes episodes={numbers.episodes} />
        </>
      )}
      <History figures={numbers.history} />
      {numbers.basis === 'redirects' && <p className="es-hint">{t('redirects')}</p>}
      <p className="es-hint">{t('method')}</p>
    </>
  );
}

interface FactsProps {
  total: number;
  before: number;
  days: readonly DayFigure[];
  period: Period;
}

function Facts({ total, before, days, period }: FactsProps) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const facts = [
    [t('downloads'), total],
    [t('before', { days: period }), before],
    [t('most'), Math.max(...days.map(({ downloads }) => downloads))],
  ] as const;
  return (
    <dl className="studio-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The figures of the plot for screen readers and spreadsheets. */
function DayTable({ days }: { days: readonly DayFigure[] }) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const rows = days.map(({ day, downloads }) => `${day},${downloads}`);
  const csv = `day,downloads\r\n${rows.join('\r\n')}\r\n`;
  return (
    <details className="site-prose">
      <summary>{t('as_table')}</summary>
      <p>
        <a href={`data:text/csv,${encodeURIComponent(csv)}`} download="downloads.csv">
          {t('as_csv')}
        </a>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('downloads')}</th>
            <th scope="col">{t('day_before')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((figure) => (
            <tr key={figure.day}>
              <th scope="row">{figure.day}</th>
              <td>{number(figure.downloads)}</td>
              <td>{number(figure.before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The most downloaded one first. */
function Episodes({ episodes }: Pick<ShowNumbers, 'episodes'>) {
  const t = useTexts('numbers');
  const number = useNumbers();
  if (episodes.length === 0) return null;
  return (
    <section aria-labelledby="numbers-episodes">
      <h2 id="numbers-episodes">{t('episodes')}</h2>
      <ol className="studio-rows">
        {episodes.map(({ episode_id, title, downloads }) => (
          <li key={episode_id}>
            <div className="studio-row-text">
              <a href={studioPath('episode-numbers', { episode_id })}>
                <bdi>{title}</bdi>
              </a>
            </div>
            <span>{number(downloads)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
