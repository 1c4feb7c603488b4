import { StartError } from '../platform/start-error.ts';
import type { Environment } from './environment.ts';
import { readMetricsPort, readPort } from './numbers.ts';

const THIS_MACHINE = '127.0.0.1';

/** Null without a port: then nothing is measured. */
export function readMetricsAddress(env: Environment): { port: number; host: string } | null {
  const port = readMetricsPort(env);
  if (port && port === readPort(env)) {
    throw new StartError(
      `METRICS_PORT is "${port}", as PORT: the metrics need a port of their own.`,
    );
  }
  if (port !== null) return { port, host: env.METRICS_HOST || THIS_MACHINE };
  if (!env.METRICS_HOST) return null;
  throw new StartError('METRICS_HOST is set, but METRICS_PORT is not: it turns the metrics on.');
}
