import type { ReportMetric } from '../contract/metrics.ts';
import type { Player } from './player.ts';

/** Reports each wait for sound as the job `playback`: from the wish to play to the sound, or to the error. */
export function measurePlayback(player: Pick<Player, 'on'>, report: ReportMetric): () => void {
  let since: number | null = null;
  const tell = (reason: string | null) => {
    if (since === null) return;
    const duration_ms = performance.now() - since;
    since = null;
    report({
      job: 'playback',
      outcome: reason === null ? 'success' : 'error',
      duration_ms,
      reason,
    });
  };
  const ends = [
    player.on('play', () => {
      since = performance.now();
    }),
    player.on('playing', () => tell(null)),
    player.on('error', ({ reason }) => tell(reason)),
    player.on('pause', () => {
      // Whoever changes his mind has measured nothing; after an error `pause` comes first.
      queueMicrotask(() => {
        since = null;
      });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
