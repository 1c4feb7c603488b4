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
    headers: readHeaders(env),
  };
}

function readRatio({ OTEL_TRACES_SAMPLER_ARG: text }: Environment): number {
  const ratio = Number(text || 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new StartError(`OTEL_TRACES_SAMPLER_ARG is "${text}": it must be a number from 0 to 1.`);
}

/** Such as `api-key=secret,tenant=a%20b`, as OpenTelemetry defines it. The setting may be the content of a file. */
function readHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text }: Environment): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
        if (name === undefined || value === undefined) throw new URIError();
        return [decodeURIComponent(name), decodeURIComponent(value)];
      }),
    );
  } catch {
    throw new StartError(
      'OTEL_EXPORTER_OTLP_HEADERS must be a list like "name=value,name=value", with %20 for a space.',
    );
  }
}
