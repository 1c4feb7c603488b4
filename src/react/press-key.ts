import { SKIP_BACK_S, SKIP_FORWARD_S } from '../contract/limits.ts';
import type { Player } from '../engine/player.ts';

export { KeysHelp } from './keys-help.tsx';

const VOLUME_STEP = 5;

/** Performs the action of a key. A key that is held down toggles playback, sound or the list of keys only once. */
export function pressKey({ key, repeat }: KeyboardEvent, player: Player, help: () => void): void {
  const { volume, muted } = player.getSnapshot();
  const once = (run: () => void) => {
    if (!repeat) run();
  };
  switch (key) {
    case 'ArrowLeft':
    case 'j':
    case 'J':
      player.seek(player.getCurrentTime() - SKIP_BACK_S);
      break;
    case 'ArrowRight':
    case 'l':
    case 'L':
      player.seek(player.getCurrentTime() + SKIP_FORWARD_S);
      break;
    case 'ArrowUp':
      player.setVolume(volume + VOLUME_STEP);
      break;
    case 'ArrowDown':
      player.setVolume(volume - VOLUME_STEP);
      break;
    case '?':
      once(help);
      break;
    case 'm':
    case 'M':
      once(() => player.setMuted(!muted));
      break;
    case ' ':
    case 'k':
    case 'K':
      once(player.toggle);
      break;
    default: // a digit
      player.seekFraction(Number(key) / 10);
  }
}
