import type { Wake } from './page.ts';

const LOOK_EVERY_MS = 100;
/** Long enough to tell a reader who moves line by line from one who flies past. */
const WATCH_MS = 250;
/** Screens a second. A placement that moves faster is only passed by. */
const FAST = 1.5;

/** What puts the player into a placement. */
const wakers = new WeakMap<Element, Wake>();

interface Place {
  top: number; // px from the top of the viewport
  at: number; // ms
}

/** Placements in the viewport, and those within a window's height of it. */
const inSight = new Map<Element, Place>();
const close = new Map<Element, Place>();
/** Until the reader scrolls, players in sight are enough; after that, the close ones are needed soon. */
let isRead = false;
let isLooking = false;

/**
 * Wakes the placement once the placement is near and stays there. Browsers fetch lazy frames from thousands of pixels away, and
 * those that the reader flies past as well, so ours come later.
 */
export function keep(placement: Element, wake: Wake): void {
  wakers.set(placement, wake);
  sightObserver.observe(placement);
  closeObserver.observe(placement);
}

function mountNow(placement: Element): void {
  sightObserver.unobserve(placement);
  closeObserver.unobserve(placement);
  inSight.delete(placement);
  close.delete(placement);
  wakers.get(placement)?.();
}

/** Mounts the placements in sight, else one of the close ones: to make a frame takes a phone longer than to show one. */
function look(): void {
  const still = restingOf(inSight);
  const next = isRead && inSight.size === 0 ? restingOf(close).slice(0, 1) : [];
  for (const placement of [...still, ...next]) mountNow(placement);
  isLooking = false;
  lookSoon();
}

function lookSoon(): void {
  if (isLooking || !(inSight.size || (isRead && close.size))) return;
  isLooking = true;
  setTimeout(look, LOOK_EVERY_MS);
}

/** Those that have hardly moved for a while. */
function restingOf(places: Map<Element, Place>): Element[] {
  const at = performance.now();
  return [...places].flatMap(([placement, before]) => {
    const ms = at - before.at;
    if (ms < WATCH_MS) return [];
    const { top } = placement.getBoundingClientRect();
    places.set(placement, { top, at });
    return Math.abs(top - before.top) <= FAST * innerHeight * (ms / 1000) ? [placement] : [];
  });
}

const observer = (rootMargin: string, places: Map<Element, Place>) =>
  new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target, boundingClientRect, time } of entries) {
        if (isIntersecting) places.set(target, { top: boundingClientRect.top, at: time });
        else places.delete(target);
      }
      lookSoon();
    },
    { rootMargin },
  );

const sightObserver = observer('0px', inSight);
const closeObserver = observer('100%', close);

addEventListener(
  'scroll',
  () => {
    isRead = true;
    lookSoon();
  },
  { capture: true, passive: true, once: true },
);
