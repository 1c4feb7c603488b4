import type { Placement, Wake } from './placement.ts';
import { safely } from './warn.ts';

const LOOK_EVERY_MS = 100;
/** Long enough to distinguish slow scrolling from fast scrolling. */
const WATCH_MS = 250;
/** Screens per second. A placement that moves faster is only passed. */
const FAST = 1.5;

interface Place {
  top: number; // px from the top of the viewport
  at: number; // ms
}

/** Placements in the viewport, and those within a window's height of it. */
const inSight = new Map<Placement, Place>();
const close = new Map<Placement, Place>();
/** Until the reader scrolls, players in sight are enough; after that, the close ones are needed soon. */
let isRead = false;
let isLooking = false;

/**
 * Wakes the placement once it is near and stays there. Browsers fetch lazy frames from thousands of pixels away, even
 * if the reader scrolls past them, so ours come later.
 */
export function keep(placement: Placement, wake: Wake): void {
  placement.earshotWake = wake;
  sightObserver.observe(placement);
  closeObserver.observe(placement);
}

function mountNow(placement: Placement): void {
  sightObserver.unobserve(placement);
  closeObserver.unobserve(placement);
  inSight.delete(placement);
  close.delete(placement);
  placement.earshotWake?.();
}

/**
 * Mounts the placements in sight, else one of the close ones: creating a frame takes a phone longer than showing one.
 */
const look = safely(() => {
  const still = restingOf(inSight);
  const next = isRead && inSight.size === 0 ? restingOf(close).slice(0, 1) : [];
  for (const placement of [...still, ...next]) mountNow(placement);
  isLooking = false;
  lookSoon();
});

function lookSoon(): void {
  if (isLooking || !(inSight.size || (isRead && close.size))) return;
  isLooking = true;
  setTimeout(look, LOOK_EVERY_MS);
}

/** Placements that have hardly moved for a while. */
function restingOf(places: Map<Placement, Place>): Placement[] {
  const at = performance.now();
  return [...places].flatMap(([placement, before]) => {
    const ms = at - before.at;
    if (ms < WATCH_MS) return [];
    const { top } = placement.getBoundingClientRect();
    places.set(placement, { top, at });
    return Math.abs(top - before.top) <= FAST * innerHeight * (ms / 1000) ? [placement] : [];
  });
}

const observer = (rootMargin: string, places: Map<Placement, Place>) =>
  new IntersectionObserver(
    safely((entries: IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target, boundingClientRect, time } of entries) {
        if (isIntersecting)
          places.set(target as Placement, { top: boundingClientRect.top, at: time });
        else places.delete(target as Placement);
      }
      lookSoon();
    }) as IntersectionObserverCallback,
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
