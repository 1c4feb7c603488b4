import type { FastifyRequest } from 'fastify';

/** The keys of answers to requests without a cookie and a token, by request. */
export interface KnownRequests {
  /** Undefined for a request that was not sent before. */
  keyOf(request: FastifyRequest): string | undefined;
  remember(request: FastifyRequest, key: string): void;
}

const REQUESTS_MAX = 10_000; // a few MB
const NAME_MAX = 500;

export function createKnownRequests(): KnownRequests {
  const keys = new Map<string, string>();

  return {
    keyOf: (request) => (isPlain(request) ? keys.get(nameOf(request)) : undefined),
    remember(request, key) {
      if (!isPlain(request)) return;
      const name = nameOf(request);
      if (name.length > NAME_MAX) return;
      if (keys.size >= REQUESTS_MAX) keys.clear(); // afterwards, only the next request for each takes longer
      keys.set(name, key);
    },
  };
}

/** True if the request is anonymous. */
function isPlain({ raw: { method, headers } }: FastifyRequest): boolean {
  return method === 'GET' && headers.cookie === undefined && headers.authorization === undefined;
}

const nameOf = ({ raw: { url, headers } }: FastifyRequest): string =>
  `${headers['accept-language'] ?? ''} ${url}`;
