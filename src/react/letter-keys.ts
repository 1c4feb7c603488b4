import { deviceStorage } from '../lib/device-storage.ts';

const KEY = 'earshot.keys';

/**
 * Whether letters, digits and signs control the page wherever the focus is. If not, they control only the player that has
 * the focus: people who speak to their computer, or press keys by accident, need that (WCAG 2.2, 2.1.4).
 */
export const areLettersEverywhere = () => !deviceStorage.get(KEY);

/** The choice stays on this device. */
export const setLettersEverywhere = (isOn: boolean) => deviceStorage.set(KEY, isOn ? '' : 'player');
