import type { AddressInfo } from 'node:net';
import type { SharedApp } from './test-app.ts';

const BODY_TYPE = 'application/offset+octet-stream';

export interface TusClient {
  /** Where uploads are created. */
  address: string;
  send(
    method: string,
    url: string,
    headers?: Record<string, string>,
    body?: BodyInit,
  ): Promise<Response>;
  /** Creates an upload and returns its address. */
  create(length: number, headers?: Record<string, string>): Promise<string>;
  patch(
    url: string,
    offset: number,
    body: BodyInit,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The offset in the server's answer. */
  offset(url: string): Promise<number>;
}

/** Speaks the tus protocol to a server, one request at a time. */
export function createTus(origin: string, auth: Record<string, string>): TusClient {
  const address = `${origin}/api/media/uploads`;
  const here = (url: string) => origin + new URL(url, origin).pathname;
  const send: TusClient['send'] = (method, url, headers = {}, body) =>
    fetch(here(url), {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...auth, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit);
  return {
    address,
    send,
    async create(length, headers) {
      const answer = await send('POST', address, { 'Upload-Length': String(length), ...headers });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
      return answer.headers.get('Location') ?? '';
    },
    patch: (url, offset, body, headers) =>
      send(
        'PATCH',
        url,
        { 'Content-Type': BODY_TYPE, 'Upload-Offset': String(offset), ...headers },
        body,
      ),
    async offset(url) {
      const { headers } = await send('HEAD', url);
      return Number(headers.get('Upload-Offset'));
    },
  };
}

/** Lets a test app listen, and returns its origin. */
export async function listen({ app }: Pick<SharedApp, 'app'>): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

export const idOf = (url: string): number => Number(/(\d+)$/.exec(url)?.[1]);

/** A value of Upload-Metadata. */
export function metadataOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join();
}
