import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../start-error.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  /** The address of the metrics. */
  url: string;
  close(): Promise<void>;
}

/** The address that a monitoring system asks. */
export interface MetricsAddress {
  port: number;
  host: string;
}

/** Serves `/metrics` on a port of its own, so that a proxy never shows it to visitors. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: MetricsAddress,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only /metrics is here.\n');
      return;
    }
    metrics.write().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const reason =
      cause.code === 'EADDRINUSE'
        ? 'it is in use: each process of a machine needs a METRICS_PORT of its own.'
        : cause.message;
    throw new StartError(`Can't listen on METRICS_PORT ${port}: ${reason}`, { cause });
  });
  const { port: opened, family, address } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${name}:${opened}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      metrics.close();
    },
  };
}
