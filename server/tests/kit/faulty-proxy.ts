import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface ProxiedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
}

/** Changes one thing in an answer. */
export type Change = (answer: ProxiedAnswer, request: ProxiedRequest) => void;

export interface FaultyProxy {
  /** Its address, as an origin. */
  origin: string;
  /** From now on, answers have this fault. */
  setFault(change: Change | null): void;
  close(): Promise<void>;
}

const NO_FAULT: Change = () => {};

/** A proxy in front of a host, which passes everything on unless it has a fault. `findPort` is asked for each request. */
export async function startFaultyProxy(findPort: () => number): Promise<FaultyProxy> {
  let fault = NO_FAULT;
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing, findPort()).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: number) {
    const { method = 'GET', url = '/', headers } = incoming;
    const answer = await forward(incoming, target);
    const length = answer.headers['content-length'];
    fault(answer, { method, url, headers });
    const isOwn = answer.headers['content-length'] !== length;
    const hasBody = method !== 'HEAD' && ![204, 304].includes(answer.status);
    // The length follows a changed body, unless the fault is a wrong length.
    if (hasBody && !isOwn) answer.headers['content-length'] = String(answer.body.length);
    const named = Object.entries(answer.headers).filter(([, value]) => value !== undefined);
    outgoing.writeHead(answer.status, Object.fromEntries(named) as Record<string, string>);
    outgoing.end(hasBody ? answer.body : undefined);
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    setFault: (change) => {
      fault = change ?? NO_FAULT;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(incoming: IncomingMessage, port: number): Promise<ProxiedAnswer> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = incoming;
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const { connection, 'transfer-encoding': encoding, ...kept } = answer.headers;
        const { statusCode: status = 0 } = answer;
        resolve({ status, headers: kept, body: Buffer.concat(chunks) });
      });
    });
    asked.on('error', reject);
    incoming.pipe(asked);
  });
}
