import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { apiPrefix } from '../../platform/http/paths.ts';

/** Headers of the visitor that say who asks, and how. */
const PASSED = ['cookie', 'accept-language', 'user-agent', 'origin'] as const;

/** Sends a request to our own API without a socket, on behalf of the visitor who has sent `request`. */
export function callOwnApi(
  app: FastifyInstance,
  request: FastifyRequest,
  options: Pick<InjectOptions, 'method' | 'url' | 'payload'> & { headers?: Record<string, string> },
) {
  const passed = PASSED.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const headers = { ...Object.fromEntries(passed), ...options.headers };
  return app.inject({ ...options, headers, remoteAddress: request.ip });
}

/** Reads an address of the API as the visitor would. */
export async function readOwnApi(
  app: FastifyInstance,
  request: FastifyRequest,
  { address, apiUrl }: { address: string; apiUrl: string },
): Promise<{ status: number; body: string }> {
  const { pathname: base } = new URL(apiUrl);
  const { pathname, search } = new URL(address);
  const path = pathname.slice(base === '/' ? 0 : base.length);
  const url = apiPrefix(apiUrl) + path + search;
  const { statusCode, body } = await callOwnApi(app, request, { method: 'GET', url });
  return { status: statusCode, body };
}
