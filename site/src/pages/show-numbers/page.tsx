import type { Show, ShowNumbers } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { Empty } from '../../parts/empty.tsx';
import { useTexts } from '../../site-context.tsx';
import { Downloads } from '../../studio/numbers/downloads.tsx';
import { FigureRows } from '../../studio/numbers/figure-rows.tsx';
import { PeriodTabs } from '../../studio/numbers/period-tabs.tsx';
import type { Period } from '../../studio/numbers/periods.ts';
import { ShowHead } from '../../studio/show-head.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { History } from './history.tsx';

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
          <Downloads period={period} numbers={numbers} before={before} />
          <FigureRows
            title={t('episodes')}
            rows={numbers.episodes.map(({ episode_id, title, downloads }) => ({
              name: title,
              href: studioPath('episode-numbers', { episode_id }),
              figure: downloads,
            }))}
          />
        </>
      )}
      <History figures={numbers.history} />
      {numbers.basis === 'redirects' && <p className="es-hint">{t('redirects')}</p>}
      <p className="es-hint">
        {t('method')} <a href={ALL_PAGE_ROUTES['numbers-method']}>{t('method_link')}</a>
      </p>
    </>
  );
}
