import type { Episode, PlayTarget } from 'earshot';
import { timeOfAddress } from 'earshot/bar';
import type { TimeRange } from 'earshot/embed';
import { createScope } from 'earshot/internal';
import { formatTime, usePlayer, usePlayerState } from 'earshot/react';
import { useEffect, useState } from 'react';
import { Action } from '../action.tsx';
import { useSite } from '../site-context.tsx';
import { targetOf } from './play-target.ts';

/**
 * The part of the episode in the page's address (`?t=`, `#t=`). Null on the server and in the first render, because
 * the server's page is the same for all times.
 */
export function useSharedTime(episode: Episode): TimeRange | null {
  const [range, setRange] = useState<TimeRange | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in-page navigation gives the page another episode, or the same at another address.
  useEffect(() => {
    const scope = createScope();
    const read = () => setRange(timeOfAddress(location));
    scope.listen(window, 'hashchange', read);
    read();
    return scope.dispose;
  }, [episode]);
  const { duration, type } = episode;
  const isWithin = range && (duration === 0 || range.start < duration);
  return isWithin && type !== 'LIVE' ? range : null;
}

/** The target of the page's play button: the shared part, until it has been played and left. */
export function useSharedTarget(episode: Episode, range: TimeRange | null): PlayTarget {
  const { config } = useSite();
  const isOn = usePlayerState(
    ({ currentId, offsetStart, offsetEnd }) =>
      range !== null &&
      currentId === episode.episode_id &&
      offsetStart === range.start &&
      offsetEnd === range.end,
  );
  const [taken, setTaken] = useState<TimeRange | null>(null);
  useEffect(() => {
    if (isOn) setTaken(range);
  }, [isOn, range]);
  const target = targetOf(episode, config);
  return range && (isOn || taken !== range) ? partOf(target, range) : target;
}

const partOf = (target: PlayTarget, { start, end }: TimeRange): PlayTarget => ({
  ...target,
  offset_start: start,
  offset_end: end,
});

/** Shows where Play begins, and plays the part, repeatedly. */
export function SharedTime({ episode, range }: { episode: Episode; range: TimeRange }) {
  const { config, t } = useSite();
  const player = usePlayer();
  const start = formatTime(range.start);
  const label =
    range.end === null
      ? t('play_from', { time: start })
      : t('play_part', { start, end: formatTime(range.end) });
  return (
    <Action
      onClick={() => player?.load(partOf(targetOf(episode, config), range), { autoplay: true })}
    >
      {label}
    </Action>
  );
}
