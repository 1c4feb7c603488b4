import type { Player } from '../engine/player.ts';

export { KeysHelp } from './keys-help.tsx';

const SEEK_STEP_S = 5;
const VOLUME_STEP = 5;

/** Does what the key says, unless somebody else has a use for it. */
export function pressKey(event: KeyboardEvent, player: Player, help: () => void): void {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented) return;
  if (shiftKey && !/^[\d?]$/.test(key)) return; // where some keyboards have these
  if (isKeyOf(event.target as Element, key)) return;
  const act = key === '?' ? help : actionOf(key, player, event.repeat);
  if (!act) return;
  event.preventDefault();
  act();
}

/** Whether the focused element has its own use for the key. */
function isKeyOf(target: Element, key: string): boolean {
  const isIn = (selector: string) => target.closest?.(selector) != null;
  if (isIn('input:not([type=range]),textarea,select,[contenteditable],dialog')) return true;
  if (key === ' ') return isIn('button');
  if (key === 'ArrowUp' || key === 'ArrowDown') return isIn('input,ol');
  return key.startsWith('Arrow') && isIn('input');
}

/** What a key does to the player; undefined for a key that is none of its own. */
function actionOf(key: string, player: Player, isRepeated: boolean): (() => void) | undefined {
  const { episode, volume, muted } = player.getSnapshot();
  const seekable = (run: () => void) => (episode?.type === 'LIVE' ? undefined : run);
  const once = (run: () => void) => (isRepeated ? () => {} : run);
  if (/^\d$/.test(key)) return seekable(() => player.seekFraction(Number(key) / 10));
  switch (key) {
    case ' ':
    case 'k':
    case 'K':
      return once(() => player.toggle());
    case 'm':
    case 'M':
      return once(() => player.setMuted(!muted));
    case 'ArrowLeft':
      return seekable(() => player.seek(player.getCurrentTime() - SEEK_STEP_S));
    case 'ArrowRight':
      return seekable(() => player.seek(player.getCurrentTime() + SEEK_STEP_S));
    case 'ArrowUp':
      return () => player.setVolume(volume + VOLUME_STEP);
    case 'ArrowDown':
      return () => player.setVolume(volume - VOLUME_STEP);
  }
}
