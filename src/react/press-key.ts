import type { Player } from '../engine/player.ts';

export { KeysHelp } from './keys-help.tsx';

const SEEK_STEP_S = 5;
const VOLUME_STEP = 5;

/** Carries out a key that is for the player. A key that is held down plays, mutes and opens the list once. */
export function pressKey({ key, repeat }: KeyboardEvent, player: Player, help: () => void): void {
  const { currentTime, volume, muted } = player.getSnapshot();
  if (/^\d$/.test(key)) return player.seekFraction(Number(key) / 10);
  if (key === 'ArrowLeft') return player.seek(currentTime - SEEK_STEP_S);
  if (key === 'ArrowRight') return player.seek(currentTime + SEEK_STEP_S);
  if (key === 'ArrowUp') return player.setVolume(volume + VOLUME_STEP);
  if (key === 'ArrowDown') return player.setVolume(volume - VOLUME_STEP);
  if (repeat) return;
  if (key === '?') help();
  else if (/m/i.test(key)) player.setMuted(!muted);
  else player.toggle();
}
