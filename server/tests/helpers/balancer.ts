import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Distributes requests over several servers. If the next one is down, the connection breaks. */
export interface Balancer {
  origin: string;
  /** The servers that get requests. */
  targets: string[];
  close(): Promise<void>;
}

export async function openBalancer(): Promise<Balancer> {
  let turn = 0;
  const server = createServer((request, response) => {
    const target = balancer.targets[turn++ % balancer.targets.length];
    if (!target) return void response.destroy();
    const { method, url, headers } = request;
    const upstream = send(new URL(url ?? '/', target), { method, headers, agent: false });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    upstream.on('error', () => response.destroy());
    request.on('error', () => upstream.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const balancer: Balancer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return balancer;
}
