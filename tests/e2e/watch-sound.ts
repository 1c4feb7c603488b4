import type { Page } from '@playwright/test';
import { expect } from './product.ts';

interface Watched {
  audio: HTMLAudioElement;
  interruptions: string[];
}
type WatchedWindow = Window & { watchedSound?: Watched };

/**
 * Follows the current sound of the page. The returned function expects that the same element of the same document has
 * never stopped since, and still plays.
 */
export async function watchSound(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const audio = [...document.querySelectorAll('audio')].find((one) => !one.paused);
    if (!audio) throw new Error('Nothing plays.');
    const interruptions: string[] = [];
    for (const name of ['pause', 'ended', 'emptied', 'error'])
      audio.addEventListener(name, () => interruptions.push(name));
    (window as WatchedWindow).watchedSound = { audio, interruptions };
  });
  const read = () =>
    page.evaluate(() => {
      const watched = (window as WatchedWindow).watchedSound;
      if (!watched) return { interruptions: ['the document was left'], isPlaying: false, at: 0 };
      const { audio, interruptions } = watched;
      const isPlaying = audio.isConnected && !audio.paused;
      return { interruptions, isPlaying, at: audio.currentTime };
    });
  return async () => {
    const { at, ...state } = await read();
    expect(state).toEqual({ interruptions: [], isPlaying: true });
    await expect.poll(async () => (await read()).at).toBeGreaterThan(at);
  };
}
