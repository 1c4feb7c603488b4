import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface HubServer {
  url: string;
  /** The fields of each request that arrived. */
  pings: Record<string, string>[];
  /** Answers the next requests. The default is 202. */
  answer: (reply: ServerResponse) => void;
  close(): Promise<void>;
}

/** A WebSub hub that records notifications of publishers. */
export async function startHub(): Promise<HubServer> {
  const server = createServer(async (request, reply) => {
    const type = request.headers['content-type'];
    const fields = Object.fromEntries(new URLSearchParams(await text(request)));
    hub.pings.push({ method: request.method ?? '', type: type ?? '', ...fields });
    hub.answer(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: HubServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`,
    pings: [],
    answer: (reply) => reply.writeHead(202).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return hub;
}
