import type { ReportMetric } from '../../contract/metrics.ts';
import type { Clock } from '../../lib/clock.ts';
import { runSafely } from '../../lib/run-safely.ts';
import type { Player } from '../player.ts';

/**
 * Reports each wait for sound as the job `playback`: from the wish to play to the sound, or to the error. An error in the
 * middle of an episode is reported with the time since its sound stopped. `given`: when the player was made, if it may
 * have been used before this call.
 */
export function measurePlayback(
  player: Pick<Player, 'on' | 'subscribe' | 'getSnapshot'>,
  report: ReportMetric,
  given?: number,
  clock: Clock = performance,
): () => void {
  const since = given ?? clock.now();
  const { currentId, playing, state, error } = player.getSnapshot();
  let id = currentId;
  /** When the pending sound was requested. */
  let wantedAt = playing && state !== 'playing' ? since : null;
  /** When the sound stopped to wait for the network. */
  let stoppedAt: number | null = null;

  const tell = (from: number, reason: string | null) => {
    const duration_ms = clock.now() - from;
    const outcome = reason === null ? 'success' : 'error';
    runSafely(() => report({ job: 'playback', outcome, duration_ms, reason }));
  };
  const begin = (at: number | null) => {
    wantedAt = at;
    stoppedAt = null;
  };

  if (error && state === 'error') tell(since, error);
  const ends = [
    player.subscribe(() => {
      const { currentId, playing } = player.getSnapshot();
      if (currentId === id) return;
      id = currentId;
      // Another episode continues while this one was playing: this counts as a new request.
      begin(playing ? clock.now() : null);
    }),
    player.on('play', () => begin(clock.now())),
    player.on('waiting', () => {
      stoppedAt ??= clock.now();
    }),
    player.on('playing', () => {
      if (wantedAt !== null) tell(wantedAt, null);
      begin(null);
    }),
    player.on('error', ({ reason }) => {
      tell(wantedAt ?? stoppedAt ?? clock.now(), reason);
      begin(null);
    }),
    player.on('pause', () => {
      // A pause by the listener ends the wait without a result. A pause that follows an error does not.
      if (player.getSnapshot().state !== 'error') begin(null);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
