import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface PusherService {
  url: string;
  /** Every event with a correct signature, in order. `data` is unchanged. */
  events: { channel: string; name: string; data: string }[];
  /** The status of the next answers. */
  status: number;
  /** Batches with an event of this name are too large. */
  tooLarge: string | null;
  /** How many requests have come. */
  requests: number;
  close(): void;
}

/** The HTTP API of a Pusher-compatible service, which refuses requests that its app has not signed. */
export async function openPusherService(app: {
  appId: string;
  key: string;
  secret: string;
}): Promise<PusherService> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any');
    const body = await text(request);
    const signature = searchParams.get('auth_signature');
    searchParams.delete('auth_signature');
    searchParams.sort();
    const query = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
    const expected = createHmac('sha256', app.secret)
      .update(`${request.method}\n${pathname}\n${query}`)
      .digest('hex');
    const isSigned =
      signature === expected &&
      pathname === `/apps/${app.appId}/batch_events` &&
      searchParams.get('auth_key') === app.key &&
      searchParams.get('body_md5') === createHash('md5').update(body).digest('hex');
    const { batch = [] } = isSigned ? JSON.parse(body) : {};
    service.requests += 1;
    const status = isSigned ? statusOf(batch) : 401;
    if (status === 200) service.events.push(...batch);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  function statusOf(batch: PusherService['events']): number {
    if (batch.length > 10) return 400;
    return batch.some(({ name }) => name === service.tooLarge) ? 413 : service.status;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PusherService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events: [],
    status: 200,
    tooLarge: null,
    requests: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}
