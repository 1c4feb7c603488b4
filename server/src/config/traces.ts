import { StartError } from '../platform/start-error.ts';
import type { TraceSettings } from '../platform/traces/open-traces.ts';
import { type Environment, readUrl } from './environment.ts';

/** The standard names of OpenTelemetry. Null without an address: then there are no traces. */
export function readTraces(env: Environment): TraceSettings | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ''),
    serviceName: env.OTEL_SERVICE_NAME || 'earshot',
    ratio: readRatio(env),
  };
}

function readRatio({ OTEL_TRACES_SAMPLER_ARG: text }: Environment): number {
  const ratio = Number(text || 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new StartError(`OTEL_TRACES_SAMPLER_ARG is "${text}": it must be a number from 0 to 1.`);
}
