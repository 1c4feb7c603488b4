import { readFile } from 'node:fs/promises';
import type { EarshotPlayerElement } from 'earshot/embed';
import { expect, test } from './control-page.ts';
import { bundleApp } from './pages/bundle-app.ts';
import { PlayerObject } from './pages/player.ts';

declare global {
  interface Window {
    media: EarshotPlayerElement;
    setProps(props: object): void;
  }
}

const ROOM = '<main style="width:700px"></main>';
const SCRIPT = '<script type="module" src="/app.js"></script>';
const VIDEO_JS = ['react', 'core', 'media', 'store', 'utils'].map(
  (name) => `@videojs/${name}@10.0.0-rc.2`,
);

/** The code of docs/embed.md that contains these words, for the players of this host. */
async function documented(words: string, site: string): Promise<string> {
  const text = await readFile('docs/embed.md', 'utf8');
  const codes = [...text.matchAll(/^```jsx\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const code = codes.find((found) => found.includes(words));
  if (!code) throw new Error(`docs/embed.md has no code with ${words}.`);
  return code
    .replace('https:\\/\\/pod\\.example', site.replaceAll('/', '\\/'))
    .replace('https://pod.example', site);
}

const soundOf = (player: PlayerObject) =>
  player.audio.evaluate((audio: HTMLAudioElement) => [
    audio.muted,
    audio.volume,
    audio.playbackRate,
  ]);

/** Renders ReactPlayer with the properties that the test sets, and lists its events. */
const reactPlayerApp = (src: string) => `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

window.heard = [];
const names = ['Ready', 'Start', 'Play', 'Playing', 'Pause', 'Ended', 'TimeUpdate', 'DurationChange', 'Seeking', 'Seeked',
  'VolumeChange', 'RateChange', 'Progress', 'LoadedMetadata', 'LoadStart', 'CanPlay', 'Error'];
const listeners = Object.fromEntries(names.map((name) => ['on' + name, () => window.heard.push(name)]));

function App() {
  const [props, setProps] = useState({ playing: false });
  window.setProps = (more) => setProps((before) => ({ ...before, ...more }));
  return <ReactPlayer src="${src}" {...props} {...listeners} ref={(media) => Object.assign(window, { media })} />;
}

createRoot(document.querySelector('main')).render(<App />);`;

test('react-player drives <earshot-player> by its properties, and hears its events', async ({
  page,
  openHost,
  product,
  watch,
}) => {
  const code = await documented('addCustomPlayer', product.site);
  const app = code + reactPlayerApp(`${product.site}/player?episode_id=1`);
  await openHost(ROOM + SCRIPT, await bundleApp(app, ['react-player@3.4.0']));
  const set = (props: object) => page.evaluate((value) => window.setProps(value), props);
  const heard = () => page.evaluate(() => window.heard);
  const player = new PlayerObject(page.frameLocator('earshot-player iframe'));
  const sound = () => soundOf(player);

  await expect.poll(heard).toContain('Ready');
  await set({ playing: true, volume: 0.4, playbackRate: 1.5 });
  await player.expectPast(0.3);
  await expect.poll(sound).toEqual([false, 0.4, 1.5]);
  await page.evaluate(() => {
    window.media.currentTime = 60;
  });
  await player.expectPast(60);
  expect(await page.evaluate(() => Math.round(window.media.duration))).toBe(192);
  await set({ playing: false, muted: true });
  await expect.poll(() => player.isPaused()).toBe(true);
  await expect.poll(async () => (await sound())[0]).toBe(true);

  // The listener uses the buttons in the frame.
  await page.evaluate(() => window.heard.splice(0));
  await set({ playing: undefined });
  await player.play().click();
  await expect.poll(heard).toContain('Playing');
  await player.pause().click();
  await expect.poll(heard).toContain('Pause');
  await set({ playing: true });
  await page.evaluate(() => {
    window.media.currentTime = window.media.duration - 0.5;
  });
  await expect.poll(heard).toContain('Ended');
  const all = ['Play', 'Pause', 'TimeUpdate', 'Seeking', 'Seeked'];
  expect(await heard()).toEqual(expect.arrayContaining(all));
  expect(watch.complaints).toEqual([]);
});

test('the controls of Video.js 10 drive <earshot-player>, and follow it', async ({
  page,
  openHost,
  product,
  watch,
}) => {
  const app = `${await documented('useMediaAttach', product.site)}
import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('main')).render(<Episode />);`;
  await openHost(ROOM + SCRIPT, await bundleApp(app, VIDEO_JS));
  const controls = page.getByRole('group', { name: 'Media player' });
  const button = (name: string | RegExp) => controls.getByRole('button', { name, exact: true });
  const slider = controls.getByRole('slider', { name: 'Seek' });
  const player = new PlayerObject(page.frameLocator('earshot-player iframe'));
  const sound = () => soundOf(player);

  await expect(slider).toHaveAttribute('aria-valuetext', '0 seconds of 3 minutes, 11 seconds');
  await button('Play').click();
  await player.expectPast(0.3);
  await button('Seek forward 10 seconds').click();
  await player.expectPast(10);
  await button(/^Playback rate/).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await expect(button(/^Playback rate/)).toBeFocused(); // the closing menu gives the focus back
  // The keyboard, because the stylesheet of the skin is left out and its popups lie over other buttons.
  await button('Mute').press('Enter');
  await expect(button('Unmute')).toBeVisible();
  await expect.poll(async () => (await sound())[0]).toBe(true);
  await page.getByRole('slider', { name: 'Volume' }).press('End');
  await page.getByRole('slider', { name: 'Volume' }).press('PageDown');
  await expect.poll(sound).toEqual([false, 0.9, 1.5]);
  await button('Pause').press('Enter');
  await expect.poll(() => player.isPaused()).toBe(true);

  // The listener uses the buttons in the frame.
  await player.play().click();
  await expect(button('Pause')).toBeVisible();
  await expect(controls.locator('time').first()).not.toHaveText(/^0:0/);
  await player.pause().click();
  await expect(button('Play')).toBeVisible();
  await slider.press('End');
  await button('Play').press('Enter');
  await expect(button('Replay')).toBeVisible();
  expect(watch.complaints).toEqual([]);
});
