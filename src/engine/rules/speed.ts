import { PLAYBACK_RATE_MAX, PLAYBACK_RATE_MIN, PLAYBACK_RATE_STEP } from '../../contract/limits.ts';

/** The speeds that a menu offers first. */
export const SPEED_PRESETS: readonly number[] = [0.75, 1, 1.25, 1.5, 1.75, 2];

const STEPS = 1 / PLAYBACK_RATE_STEP;

export const clampSpeed = (speed: number): number =>
  Math.min(Math.max(speed, PLAYBACK_RATE_MIN), PLAYBACK_RATE_MAX);

/** The next speed of 0.5, 0.6, ... 3 in a direction. A speed between two of them moves to one of them. */
export function stepSpeed(speed: number, direction: 'slower' | 'faster'): number {
  // Hundredths, because 1.1 is not exactly a number of tenths.
  const steps = Math.round(clampSpeed(speed) * STEPS * 100) / 100;
  const next = direction === 'faster' ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return clampSpeed(Math.round(next) / STEPS);
}

/** The nearest of 0.5, 0.6, ... 3. */
export const roundSpeed = (speed: number): number => clampSpeed(Math.round(speed * STEPS) / STEPS);
