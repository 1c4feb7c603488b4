import type { KeyValue } from '../../lib/key-value.ts';

const KEY = 'earshot.settings';

/** The listener's volume and speed on this device. */
export interface ListenerSettings {
  volume?: number;
  playbackRate?: number;
}

/** Damaged values are left out. */
export function readSettings(storage: KeyValue): ListenerSettings {
  try {
    const { volume, playbackRate } = JSON.parse(storage.get(KEY) ?? '');
    return { ...(volume >= 0 && { volume }), ...(playbackRate > 0 && { playbackRate }) };
  } catch {
    return {};
  }
}

/** Called during the event that reports the change. */
export function rememberSetting(storage: KeyValue, chosen: ListenerSettings): void {
  // A message from the surrounding page is not the listener's choice.
  if (globalThis.event?.type === 'message') return;
  storage.set(KEY, JSON.stringify({ ...readSettings(storage), ...chosen }));
}
