import type { ListenersOptions } from './follow-listeners.ts';

/** Fetches the code for the number of listeners when the player has an episode whose author shows it. */
export function loadListeners(options: ListenersOptions): void {
  if (!options.push.enabled) return;
  const stop = options.player.subscribe(() => {
    if (!options.player.getSnapshot().episode?.show_listeners) return;
    stop();
    import('./follow-listeners.ts').then(
      ({ followListeners }) => followListeners(options),
      () => {}, // the player plays without it
    );
  });
}
