import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a path over the network exactly as it is written. `inject` would normalise it. */
export async function getRaw(
  app: FastifyInstance,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const { server } = app;
  if (!server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}
