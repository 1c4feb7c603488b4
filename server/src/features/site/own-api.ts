import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { apiPrefix } from '../../platform/http/paths.ts';
import { passRequestId } from '../../platform/http/request-id.ts';

/** Headers that identify the visitor and their preferences. */
const PASSED = ['cookie', 'accept-language', 'user-agent', 'origin'] as const;

/** Sends a request to our own API without a socket, on behalf of the visitor who has sent `request`. */
export function callOwnApi(
  app: FastifyInstance,
  request: FastifyRequest,
  options: Pick<InjectOptions, 'method' | 'payload'> & {
    url: string;
    headers?: Record<string, string>;
  },
) {
  const passed = PASSED.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const headers = {
    ...Object.fromEntries(passed),
    ...passRequestId(request.id),
    ...options.headers,
  };
  const { culture, clientAddress: remoteAddress } = request;
  const url = `${options.url}${options.url.includes('?') ? '&' : '?'}culture=${culture}`;
  return app.inject({ ...options, ...(culture ? { url } : {}), headers, remoteAddress });
}

/** Reads an address of the API as the sender of the request, or as a visitor who is not signed in. */
export async function readOwnApi(
  app: FastifyInstance,
  request: FastifyRequest,
  { address, apiUrl, asVisitor }: { address: string; apiUrl: string; asVisitor: boolean },
) {
  const { pathname: base } = new URL(apiUrl);
  const { pathname, search } = new URL(address);
  const path = pathname.slice(base === '/' ? 0 : base.length);
  const url = apiPrefix(apiUrl) + path + search;
  const headers = asVisitor ? { cookie: '' } : {};
  const answer = await callOwnApi(app, request, { method: 'GET', url, headers });
  const { statusCode: status, body } = answer;
  const { etag = null } = answer.headers;
  return { status, body, tag: etag, retryAfterS: Number(answer.headers['retry-after'] ?? 0) };
}
