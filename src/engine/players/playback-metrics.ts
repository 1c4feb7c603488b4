import type { ReportMetric } from '../../contract/metrics.ts';
import { runSafely } from '../../lib/run-safely.ts';
import type { Player } from '../player.ts';

/** Reports each wait for sound as the job `playback`: from the wish to play to the sound, or to the error. */
export function measurePlayback(
  player: Pick<Player, 'on' | 'getSnapshot'>,
  report: ReportMetric,
): () => void {
  let since: number | null = null;
  const tell = (reason: string | null) => {
    if (since === null) return;
    const duration_ms = performance.now() - since;
    since = null;
    const outcome = reason === null ? 'success' : 'error';
    runSafely(() => report({ job: 'playback', outcome, duration_ms, reason }));
  };
  const ends = [
    player.on('play', () => {
      since = performance.now();
    }),
    player.on('playing', () => tell(null)),
    player.on('error', ({ reason }) => tell(reason)),
    player.on('pause', () => {
      // Who changes his mind has measured nothing; before an error it is not he who pauses.
      if (player.getSnapshot().state !== 'error') since = null;
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
