import type { AudioLimits } from '../platform/limits/throttle-audio.ts';
import { StartError } from '../platform/start-error.ts';
import type { Environment } from './environment.ts';

interface Whole {
  fallback: number;
  min: number;
  max: number;
}

function readWhole(env: Environment, name: string, { fallback, min, max }: Whole): number {
  const text = env[name] || String(fallback);
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new StartError(`${name} is "${text}": it must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

export const readPort = (env: Environment): number =>
  readWhole(env, 'PORT', { fallback: 4_000, min: 0, max: 65_535 });

/** The port of the metrics. Null if unset. */
export const readMetricsPort = (env: Environment): number | null =>
  env.METRICS_PORT ? readWhole(env, 'METRICS_PORT', { fallback: 0, min: 0, max: 65_535 }) : null;

/** How long a stopping process continues to answer. */
export const readDrainSeconds = (env: Environment): number =>
  readWhole(env, 'DRAIN_SECONDS', { fallback: 0, min: 0, max: 30 });

export const readPoolSize = (env: Environment): number =>
  readWhole(env, 'DATABASE_POOL_SIZE', { fallback: 10, min: 1, max: 1_000 });

/** A setting in megabytes, as bytes. */
export const readMegabytes = (env: Environment, name: string, fallback: number): number =>
  readWhole(env, name, { fallback, min: 1, max: 10_000_000 }) * 1_000_000;

/** A setting in a larger unit. Null if unset. */
const readUnits = (env: Environment, name: string, unit: number): number | null =>
  env[name] ? readWhole(env, name, { fallback: 0, min: 1, max: 10_000_000 }) * unit : null;

/** The limits of audio that this host sends: megabits per second like a line, and megabytes per address and hour. */
export const readAudioLimits = (env: Environment): AudioLimits => ({
  audioBytesPerSecond: readUnits(env, 'AUDIO_TOTAL_MBIT', 125_000),
  audioAddressBytesPerHour: readUnits(env, 'AUDIO_ADDRESS_MB', 1_000_000),
});

/** Days for which requests for audio stay in the log. Counting a day needs the log of up to two weeks before it. */
export const readRawDays = (env: Environment): number =>
  readWhole(env, 'NUMBERS_RAW_DAYS', { fallback: 90, min: 17, max: 3_650 });
