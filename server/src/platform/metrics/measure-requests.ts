import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const NO_ROUTE = 'none';

/**
 * Counts requests and their time. A route is named by its pattern: addresses are too many, and may hold secrets. Call
 * it before routes are registered.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const count = metrics.counter({
    name: 'earshot_http_requests_total',
    help: 'Answered requests.',
    labels: ['method', 'route', 'status'],
  });
  const time = metrics.histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time until the first byte of the answer. Audio may then take an hour.',
    labels: ['method', 'route'],
    buckets: BUCKETS,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const route = request.routeOptions.url ?? NO_ROUTE;
    count({ method, route, status: String(reply.statusCode) });
    time({ method, route }, (reply.answeredAfterMs ?? reply.elapsedTime) / 1_000);
    done();
  });
}
