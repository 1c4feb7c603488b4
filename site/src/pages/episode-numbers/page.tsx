import type { Episode, EpisodeListening } from 'earshot/contract';
import { Empty } from '../../parts/empty.tsx';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { Facts } from '../../studio/facts.tsx';
import { Downloads, type DownloadsProps } from '../../studio/numbers/downloads.tsx';
import { FigureRows } from '../../studio/numbers/figure-rows.tsx';
import { NoDownloads } from '../../studio/numbers/no-downloads.tsx';
import { PeriodTabs } from '../../studio/numbers/period-tabs.tsx';
import { type Range, rangeQuery } from '../../studio/numbers/periods.ts';
import { studioPath } from '../../studio/studio-paths.ts';
import { HeardCurve } from './heard-curve.tsx';

interface EpisodeNumbersProps {
  episode: Pick<Episode, 'episode_id' | 'show_id' | 'title' | 'show_title'>;
  range: Range;
  downloads: Pick<DownloadsProps, 'numbers' | 'before'>;
  listening: EpisodeListening;
  /** The waveform, with a peak from 0 to 1 for each part of the curve. Empty if there is none. */
  peaks: readonly number[];
}

/** The downloads of an episode, and how much of it was heard in the players of this host. */
export function Page({ episode, range, downloads, listening, peaks }: EpisodeNumbersProps) {
  const { t: site } = useSite();
  const t = useTexts('episodeNumbers');
  const { episode_id, show_id, title, show_title } = episode;
  const { enabled, starts, heard_seconds, curve } = listening;
  const showNumbers = studioPath('show-numbers', { show_id });
  const isEmpty = starts + heard_seconds === 0;
  return (
    <>
      <header className="studio-title">
        <div>
          <a className="studio-up" href={showNumbers + rangeQuery(range)} dir="auto">
            {show_title}
          </a>
          <h1 dir="auto">{title}</h1>
          <p className="studio-row">
            <a href={studioPath('edit-episode', { episode_id })}>{site('edit')}</a>
          </p>
        </div>
      </header>
      <PeriodTabs address={studioPath('episode-numbers', { episode_id })} range={range} />
      {downloads.numbers.total + downloads.before.total > 0 ? (
        <Downloads range={range} {...downloads} />
      ) : (
        <NoDownloads range={range} />
      )}
      <h2>{t('listening')}</h2>
      {!enabled && !isEmpty && <p className="studio-note">{t('off')}</p>}
      {isEmpty ? (
        <Empty text={t(enabled ? 'none' : 'off')}>
          <p className="es-hint">{t(enabled ? 'none_text' : 'off_text')}</p>
        </Empty>
      ) : (
        <>
          <Sums {...listening} />
          {curve.some((seconds) => seconds > 0) && (
            <>
              <h3>{t('curve')}</h3>
              <HeardCurve {...listening} peaks={peaks} />
            </>
          )}
          <Places places={listening.places} />
        </>
      )}
      <div className="studio-end">
        <p className="es-hint">{t('method')}</p>
      </div>
    </>
  );
}

function Sums({ starts, quartiles, heard_seconds }: EpisodeListening) {
  const t = useTexts('episodeNumbers');
  const number = useNumbers();
  const hours = useNumbers({ maximumFractionDigits: 1 });
  const percent = useNumbers({ style: 'percent' });
  // An episode may have been begun before the period.
  const share = (quartile: number) =>
    percent(Math.min(1, (quartiles[quartile - 1] ?? 0) / Math.max(1, starts)));
  const facts = [
    [t('starts'), number(starts)],
    [t('hours'), hours(heard_seconds / 3_600)],
    [t('quarter'), share(1)],
    [t('half'), share(2)],
    [t('three_quarters'), share(3)],
    [t('end'), share(4)],
  ] as const;
  return <Facts facts={facts} />;
}

/** The pages on which the episode was begun, those with the most first. */
function Places({ places }: Pick<EpisodeListening, 'places'>) {
  const t = useTexts('episodeNumbers');
  const nameOf = ({ place, host }: (typeof places)[number]) => {
    if (place === 'site') return t('on_site');
    if (host === '*') return t('other_pages');
    return host || t('unknown_page');
  };
  const rows = places.map((row) => ({ name: nameOf(row), figure: row.starts }));
  return <FigureRows title={t('places')} rows={rows} />;
}
