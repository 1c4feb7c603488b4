import type { Episode } from './contract/episodes.ts';
import type { Player } from './engine/player.ts';
import { keepPlaces } from './engine/players/keep-places.ts';
import { listeningProgress } from './engine/players/listening-progress.ts';
import { connectMediaSession } from './engine/sound/media-session.ts';
import type { Scope } from './lib/scope.ts';
import type { ListeningOptions } from './report-listening.ts';

export interface AfterPlay {
  player: Player;
  options: ListeningOptions & { coverOf?: (episode: Episode) => string | null };
  scope: Scope;
  /** The place that the player offers has changed. */
  offer(seconds: number | null): void;
}

/** Begins the parts of a player that follow its sound. */
export function followPlay({ player, options, scope, offer }: AfterPlay): void {
  if (scope.disposed) return;
  keepPlaces({ player, progress: listeningProgress(), scope, offer });
  scope.add(connectMediaSession(player, options.coverOf));
  if (options.listening) {
    import('./report-listening.ts').then(
      ({ reportListening }) => reportListening(player, options, scope),
      () => {}, // the file did not arrive: nothing is reported
    );
  }
}
