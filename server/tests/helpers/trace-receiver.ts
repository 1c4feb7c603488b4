import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 of a request to the own API, 2 of any other request, 3 of a query, 5 of a job. */
  kind: number;
  attributes: Record<string, string | number>;
  hasFailed: boolean;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & SentSpan)[] }[];
  }[];
}

interface SentSpan {
  attributes: SentAttribute[];
  status?: { code?: number };
}

interface SentAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

/** A receiver of traces that speaks OTLP/HTTP with JSON. */
export async function openTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const services = new Set<unknown>();
  const keys = new Set<unknown>();
  let status = 200;
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as Sent;
    if (request.url === '/v1/traces') {
      keys.add(request.headers['api-key']);
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        services.add(valuesOf(resource.attributes)['service.name']);
        for (const span of scopeSpans.flatMap(({ spans }) => spans)) spans.push(read(span));
      }
    }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    /** The headers `api-key` of all requests. */
    keys,
    /** Answers with this status from now on. */
    answer(next: number) {
      status = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const valuesOf = (attributes: readonly SentAttribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  );

function read({ status, attributes, ...span }: Omit<ReceivedSpan, 'attributes'> & SentSpan) {
  return { ...span, attributes: valuesOf(attributes), hasFailed: status?.code === 2 };
}
