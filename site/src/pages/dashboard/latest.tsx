import type { LatestDownloads } from 'earshot/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

const DAY_H = 24;
const LONGEST_H = 30 * DAY_H;

/** The newest episode, beside the ones before it at the same age. */
export function Latest({ episode_id, title, hours, downloads, before }: LatestDownloads) {
  const t = useTexts('dashboard');
  const number = useNumbers();
  const age = useAge()(hours);
  return (
    <div className="studio-row-text">
      <a href={studioPath('edit-episode', { episode_id })}>
        <bdi>{title}</bdi>
      </a>
      {hours === 0 ? (
        <p>{t('just_out')}</p>
      ) : (
        <>
          <p>
            <span>{t(hours < LONGEST_H ? 'old' : 'first', { age })}</span>
            <strong>{t('so_far', { count: downloads, number: number(downloads) })}</strong>
          </p>
          {before && <p>{t('peers', { count: before.episodes, median: number(before.median) })}</p>}
        </>
      )}
    </div>
  );
}

/** Hours in words: `25 hours`, and from two days on `3 days`. */
function useAge(): (hours: number) => string {
  const unit = { style: 'unit', unitDisplay: 'long' } as const;
  const hour = useNumbers({ ...unit, unit: 'hour' });
  const day = useNumbers({ ...unit, unit: 'day' });
  return (hours) => (hours < 2 * DAY_H ? hour(hours) : day(Math.floor(hours / DAY_H)));
}
