// Opens a page with a player, as a user with a mouse does, and measures the times until its button and its sound.
import { notePainted, openSlowPage } from './bench-browsers.mjs';

/** Time between reaching a button with the pointer and pressing it, for a quick user. */
export const REACH_TO_PRESS_MS = 250;
/** Position of the play button of `<audio controls>` from its top left corner, in CSS pixels. */
const NATIVE_PLAY = { x: 28, y: 27 };

export const PLAYER = { find: "() => document.querySelector('.es-play')", at: {} };
export const BARE = { find: "() => document.querySelector('audio')", at: NATIVE_PLAY };

/**
 * Clicks as a user with a mouse does. Resolves with the milliseconds from the release of the mouse button, on which
 * both pages act, to sound. Node measures the time, because native controls do not report clicks to the page.
 */
async function clickToSound(page, find, { x, y }) {
  const box = await (await page.evaluateHandle(`(${find})()`)).asElement().boundingBox();
  const heardAt = page.evaluate(
    () =>
      new Promise((resolve) => {
        const listen = () => {
          const isHeard = [...document.querySelectorAll('audio')].some((a) => a.currentTime > 0);
          if (isHeard) resolve(performance.timeOrigin + performance.now());
          else setTimeout(listen, 5);
        };
        listen();
      }),
  );
  await page.mouse.move(box.x + (x ?? box.width / 2), box.y + (y ?? box.height / 2));
  await new Promise((resolve) => setTimeout(resolve, REACH_TO_PRESS_MS));
  await page.mouse.down();
  const clickedAt = performance.timeOrigin + performance.now();
  await page.mouse.up();
  return (await heardAt) - clickedAt;
}

/** Milliseconds until the button is painted, and from a click to sound. `isEager`: clicked as soon as it is painted. */
export async function openAndHear(browser, { url, find, at, isEager }) {
  const { page, close } = await openSlowPage(browser);
  await notePainted(page, find);
  await page.goto(url, { waitUntil: isEager ? 'commit' : 'load' });
  await page.waitForFunction(() => window.paintedAt);
  const usable = await page.evaluate(() => window.paintedAt - performance.timeOrigin);
  const sound = await clickToSound(page, find, at);
  await close();
  return { usable, sound };
}
