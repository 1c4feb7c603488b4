import { cueAt } from 'earshot/bar';
import { createScope } from 'earshot/internal';
import { usePlayer } from 'earshot/react';
import { useEffect, useMemo, useState } from 'react';
import { readClock } from '../../studio/clock-time.ts';
import { type CueRow, inOrder } from './cue-rows.ts';

const LOOK_MS = 250;

/** The key of the current cue. Null while the episode does not play here. */
export function useSaid(rows: readonly CueRow[], episodeId: number): number | null {
  const player = usePlayer();
  const [said, setSaid] = useState<number | null>(null);
  const cues = useMemo(
    () =>
      inOrder(rows).flatMap(({ key, start }) => {
        const starts_at = readClock(start);
        return starts_at === null ? [] : [{ key, starts_at }];
      }),
    [rows],
  );
  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    const look = () => {
      const isHere = player.getSnapshot().currentId === episodeId;
      const index = isHere ? cueAt(cues, player.getCurrentTime()) : -1;
      setSaid(cues[index]?.key ?? null);
    };
    scope.add(player.subscribe(look));
    scope.interval(look, LOOK_MS);
    look();
    return scope.dispose;
  }, [player, cues, episodeId]);
  return said;
}
