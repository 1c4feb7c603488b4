import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createPeerTrust, type ProxySettings } from '../http/client-address.ts';
import { isFailure } from '../http/is-failure.ts';
import { isOwnRequest } from '../http/request-id.ts';
import type { RemoteParent, Traces } from './open-traces.ts';
import { currentSpan, runInSpan, type Span } from './spans.ts';

/** The header of W3C Trace Context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Makes a span of each request, named by the pattern of its route: an address may hold secrets. The trace of a trusted
 * proxy is continued. A request of this process to itself is part of the request that makes it. Call it before hooks that
 * ask the database.
 */
export function traceRequests(app: FastifyInstance, traces: Traces, settings: ProxySettings): void {
  const trusts = createPeerTrust(settings);
  const parentOf = ({ socket, headers }: FastifyRequest['raw']) =>
    trusts(socket.remoteAddress ?? '') ? readParent(headers.traceparent) : null;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, raw } = request;
    const attributes = { 'http.request.method': method, 'earshot.request_id': id };
    const outer = isOwnRequest(raw.headers) ? currentSpan() : undefined;
    const span = outer
      ? outer.begin(method, attributes, 'inner')
      : traces.begin('server', { name: method, attributes, parent: parentOf(raw) });
    spans.set(request, span);
    runInSpan(span, done);
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const route = request.routeOptions.url;
    spans.get(request)?.end({
      name: route ? `${request.method} ${route}` : request.method,
      attributes: {
        'http.response.status_code': statusCode,
        ...(route && { 'http.route': route }),
      },
      ...(isFailure(statusCode) && { error: statusCode }),
    });
    done();
  });
}

function readParent(header: string | string[] | undefined): RemoteParent | null {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(String(header ?? '')) ?? [];
  const isValid = traceId && spanId && !/^0+$/.test(traceId) && !/^0+$/.test(spanId);
  return isValid ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } : null;
}
