import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RadioServer {
  url: string;
  /** The listings that the directory has, by the last part of their address. */
  listings: Map<string, Record<string, unknown>>;
  /** Each request that arrived: its method, its path and its headers. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** The directory's decision on a new listing. */
  verdict: { state: string; message?: string };
  /** Answers instead of the directory, after the request has had its effect. Null for the correct answer. */
  answer: ((reply: ServerResponse, method: string) => void) | null;
  close(): Promise<void>;
}

/** A radio directory that follows docs/radio-directory.md and keeps its listings in memory. */
export async function startRadio(): Promise<RadioServer> {
  const server = createServer(async (request, reply) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    radio.requests.push({ method, path, headers });
    const id = /^\/radio\/listings\/([\w-]+)$/.exec(path)?.[1] ?? '';
    const known = radio.listings.get(id);
    if (method === 'PUT') {
      radio.listings.set(id, { ...JSON.parse(body), verdict: radio.verdict });
    }
    if (method === 'DELETE') radio.listings.delete(id);
    if (radio.answer) return radio.answer(reply, method);
    if (method !== 'PUT' && !known) return reply.writeHead(404).end();
    if (method === 'DELETE') return reply.writeHead(204).end();
    reply.writeHead(200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(radio.verdict));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const radio: RadioServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/radio`,
    listings: new Map(),
    requests: [],
    verdict: { state: 'pending' },
    answer: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return radio;
}
