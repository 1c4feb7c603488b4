/** Parts of a player that begin with its first sound. */
export { keepPlaces } from './engine/players/keep-places.ts';
export { listeningProgress } from './engine/players/listening-progress.ts';
export { connectMediaSession } from './engine/sound/media-session.ts';
