import type { DashboardShow, Show } from 'earshot/contract';
import type { ReactNode } from 'react';
import { Cover } from '../../parts/cover.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DayPlot } from '../../studio/numbers/day-plot.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { Latest } from './latest.tsx';

interface ShowPanelProps {
  show: Show;
  /** Undefined on further pages. */
  figures: DashboardShow | undefined;
  children?: ReactNode;
}

/** A show with its downloads. */
export function ShowPanel({ show, figures, children }: ShowPanelProps) {
  const { t } = useSite();
  const texts = useTexts('studio');
  const { show_id, episode_count: count } = show;
  return (
    <article className="studio-panel">
      <header className="studio-title studio-cover">
        <Cover of={show} side={72} sizes={[80, 160]} isLazy />
        <div className="studio-row-text">
          <h2>
            <a href={studioPath('show-episodes', { show_id })} dir="auto">
              {show.title}
            </a>
          </h2>
          <p>{count > 0 ? t('episode_count', { count }) : texts('no_episodes_yet')}</p>
        </div>
      </header>
      {figures && count > 0 && <Downloads {...figures} />}
      {children}
    </article>
  );
}

function Downloads({ show_id, downloads: { total, before, days }, latest }: DashboardShow) {
  const t = useTexts('dashboard');
  const numbers = useTexts('numbers');
  const number = useNumbers();
  const percent = useNumbers({ style: 'percent', signDisplay: 'exceptZero' });
  if (total + before === 0) {
    return (
      <Empty text={numbers('none')}>
        <p className="es-hint">{numbers('none_text')}</p>
      </Empty>
    );
  }
  const change = percent(total / before - 1);
  return (
    <>
      <div className="studio-row-text">
        <a className="studio-figure" href={studioPath('show-numbers', { show_id })}>
          {t('downloads', { count: total, number: number(total) })}
        </a>
        <p>{before > 0 ? t('change', { change, before: number(before) }) : t('none_before')}</p>
      </div>
      <DayPlot days={days} isSmall />
      <p className="es-hint">{numbers('line')}</p>
      {latest && <Latest {...latest} />}
    </>
  );
}
