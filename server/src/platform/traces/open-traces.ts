import { setTimeout as sleep } from 'node:timers/promises';
import type * as Api from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Report } from '../database/watch.ts';
import { StartError } from '../start-error.ts';
import { type Attributes, beginTracing, type Span } from './spans.ts';

export interface TraceSettings {
  /** The address of an OTLP receiver, without `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** The share of traces that are sent, from 0 to 1. */
  ratio: number;
  /** Sent with the spans, such as a key of the receiver. */
  headers: Record<string, string>;
}

/** The sender of a request or job in another trace. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

export interface Traces {
  begin(
    kind: 'server' | 'job',
    begun: { name: string; attributes: Attributes; parent?: RemoteParent | null },
  ): Span;
  /** Sends all ended spans. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The documents name the same. */
export const TRACE_PACKAGES = [
  '@opentelemetry/api@1.9.1',
  '@opentelemetry/resources@2.12.1',
  '@opentelemetry/sdk-trace@2.12.1',
  '@opentelemetry/exporter-trace-otlp-http@0.223.1',
];

const CLOSE_WITHIN_MS = 1_000;

/** They have 27 MB, so a host installs them only if it wants traces. */
async function loadPackages() {
  const [api, resources, sdk, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  return { api, resources, sdk, exporter };
}

interface TraceOptions {
  report?: Report;
  /** The packages; by default those of this host. */
  load?: typeof loadPackages;
}

export async function openTraces(
  { endpoint, serviceName, ratio, headers }: TraceSettings,
  { report = () => {}, load = loadPackages }: TraceOptions = {},
): Promise<Traces> {
  const { api, resources, sdk, exporter } = await load().catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for traces are not installed: npm install --no-save --omit=dev ${TRACE_PACKAGES.join(' ')}`,
      { cause },
    );
  });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reportLoss(
          new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }),
          report,
        ),
      }),
    ],
  });
  const tracer = provider.getTracer('earshot');
  beginTracing();
  return {
    begin(kind, { name, attributes, parent }) {
      const spanKind = kind === 'server' ? api.SpanKind.SERVER : api.SpanKind.CONSUMER;
      const context = parent ? remoteContext(api, parent) : api.ROOT_CONTEXT;
      return wrap(api, tracer, tracer.startSpan(name, { kind: spanKind, attributes }, context));
    },
    flush: () => provider.forceFlush(),
    // A receiver that is away must not keep the process.
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(CLOSE_WITHIN_MS)]),
  };
}

/** The packages keep a failure to themselves. A wrong address or key is one line of the log. */
function reportLoss(exporter: SpanExporter, report: Report): SpanExporter {
  let isLost = false;
  const tell = (error: Error | undefined) => {
    if (error && !isLost) {
      report(
        'warn',
        `OTEL_EXPORTER_OTLP_ENDPOINT takes no traces (${error.message}). They are lost until it takes them again.`,
      );
    }
    if (!error && isLost) report('info', 'OTEL_EXPORTER_OTLP_ENDPOINT takes traces again.');
    isLost = error !== undefined;
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        tell(result.code === 0 ? undefined : (result.error ?? new Error('it gives no reason')));
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

const remoteContext = (api: typeof Api, { traceId, spanId, isSampled }: RemoteParent) =>
  api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
    isRemote: true,
  });

function wrap(api: typeof Api, tracer: Api.Tracer, span: Api.Span): Span {
  const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
  return {
    begin(name, attributes, kind = 'query') {
      const spanKind = kind === 'query' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
      const options = { kind: spanKind, attributes };
      return wrap(api, tracer, tracer.startSpan(name, options, context));
    },
    end({ name, attributes, error } = {}) {
      if (name) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}
