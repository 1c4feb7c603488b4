import type { AgeComparison, HistoryHost, Show, ShowNumbers } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useTexts } from '../../site-context.tsx';
import { Downloads } from '../../studio/numbers/downloads.tsx';
import { FigureRows } from '../../studio/numbers/figure-rows.tsx';
import { NoDownloads } from '../../studio/numbers/no-downloads.tsx';
import { PeriodTabs } from '../../studio/numbers/period-tabs.tsx';
import { type Range, rangeQuery } from '../../studio/numbers/periods.ts';
import { ShowHead } from '../../studio/show-head.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { Ages } from './ages.tsx';
import { FormerHosts } from './former-hosts.tsx';
import { History } from './history.tsx';

interface ShowNumbersProps {
  show: Show;
  range: Range;
  numbers: ShowNumbers;
  /** The figures of as many days before the range. */
  before: Pick<ShowNumbers, 'total' | 'days'>;
  ages: Pick<AgeComparison, 'ages' | 'episodes'>;
  /** The former hosts whose figures are stored. */
  hosts: HistoryHost[];
  /** The errors of a button that was sent without JavaScript. */
  errors: readonly string[];
}

/** The downloads of a show, beside those of the time before. */
export function Page(props: ShowNumbersProps) {
  const { show, range, numbers, before, ages, hosts, errors } = props;
  const t = useTexts('numbers');
  const address = studioPath('show-numbers', { show_id: show.show_id });
  const theirs = numbers.history.some(({ span }) => span === 'day');
  const isEmpty = numbers.total + before.total === 0 && !theirs;
  return (
    <>
      <ShowHead show={show} part="numbers" />
      <PeriodTabs address={address} range={range} />
      {isEmpty ? (
        <NoDownloads range={range} />
      ) : (
        <>
          <Downloads range={range} numbers={numbers} before={before} />
          <FigureRows
            title={t('episodes')}
            rows={numbers.episodes.map(({ episode_id, title, downloads }) => ({
              name: title,
              href: studioPath('episode-numbers', { episode_id }) + rangeQuery(range),
              figure: downloads,
            }))}
          />
        </>
      )}
      <Ages comparison={ages} query={rangeQuery(range)} />
      <History figures={numbers.history} />
      <div className="studio-end">
        <FormerHosts showId={show.show_id} hosts={hosts} errors={errors} />
      </div>
      <div className="studio-end">
        {numbers.basis === 'redirects' && <p className="es-hint">{t('redirects')}</p>}
        <p className="es-hint">
          {t('method')} <a href={ALL_PAGE_ROUTES['numbers-method']}>{t('method_link')}</a>
        </p>
      </div>
    </>
  );
}
