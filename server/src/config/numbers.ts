import { StartError } from '../platform/start-error.ts';
import type { Environment } from './environment.ts';

export function readPort(env: Environment): number {
  const text = env.PORT || '4000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new StartError(`PORT is "${text}": it must be a whole number from 0 to 65535.`);
  }
  return port;
}

export function readPoolSize(env: Environment): number {
  const text = env.DATABASE_POOL_SIZE || '10';
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > 1_000) {
    throw new StartError(
      `DATABASE_POOL_SIZE is "${text}": it must be a whole number from 1 to 1000.`,
    );
  }
  return size;
}

export function readMegabytes(env: Environment, name: string, fallback: number): number {
  const text = env[name] || String(fallback);
  const megabytes = Number(text);
  if (!/^\d+$/.test(text) || megabytes < 1 || megabytes > 10_000_000) {
    throw new StartError(`${name} is "${text}": it must be a whole number from 1 to 10000000.`);
  }
  return megabytes * 1_000_000;
}

/** Days for which requests for audio stay in the log. Counting a day needs the log of up to two weeks before it. */
export function readRawDays(env: Environment): number {
  const text = env.NUMBERS_RAW_DAYS || '90';
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 17 || days > 3_650) {
    throw new StartError(
      `NUMBERS_RAW_DAYS is "${text}": it must be a whole number from 17 to 3650.`,
    );
  }
  return days;
}
