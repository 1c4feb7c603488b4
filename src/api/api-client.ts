import type { Envelope } from '../contract/envelope.ts';
import { ERRORS, type ErrorReason } from '../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import { ApiError } from './api-error.ts';

export interface ApiClientOptions {
  /** Base address of the API, without a slash at the end. */
  apiUrl: string;
  /** E.g. `en` or `it-IT`; sent with every call. */
  culture: string;
  /** Bearer token of the signed-in user. */
  accessToken?: string | null;
  /** A 401 came back while a token was sent (spec 6: the user is logged out). */
  onUnauthorized?: () => void;
  fetch?: typeof fetch;
  reportMetric?: ReportMetric;
}

export interface ApiClient {
  /**
   * Asks an address of the API (a path below its base, or a whole address) and opens the envelope.
   * @throws ApiError for every failure; `NETWORK` where no answer came within 5 s.
   */
  get<Value>(path: string, query?: Record<string, string>, signal?: AbortSignal): Promise<Value>;
  /** The same with `POST`; `form` is sent form-encoded. */
  post<Value>(path: string, form?: Record<string, string>, signal?: AbortSignal): Promise<Value>;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { apiUrl, culture, accessToken, onUnauthorized, reportMetric } = options;
  const doFetch = options.fetch ?? ((...args) => fetch(...args));

  async function ask<Value>(
    path: string,
    query: Record<string, string>,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<Value> {
    const url = secured(new URL(/^https?:/.test(path) ? path : apiUrl + path));
    for (const [name, value] of Object.entries({ ...query, culture, escape: 'false' })) {
      url.searchParams.set(name, value);
    }
    // The token is for our own API, not for whatever address a feed names.
    const isOurs = isBelow(url, new URL(apiUrl));
    const headers: HeadersInit =
      accessToken && isOurs ? { Authorization: `Bearer ${accessToken}` } : {};
    const response = await send(doFetch, url, { ...init, headers }, signal);
    if (response.status === 401 && accessToken && isOurs) onUnauthorized?.();
    return open<Value>(response, `${init.method} ${url.pathname}`);
  }

  const measured: typeof ask = async (path, query, init, signal) => {
    if (!reportMetric) return ask(path, query, init, signal);
    const began = performance.now();
    const job = `${init.method} ${jobPath(path)}`;
    const tell = (reason: string | null) =>
      reportMetric({
        job,
        outcome: reason === null ? 'success' : 'error',
        duration_ms: performance.now() - began,
        reason,
      });
    try {
      const value = await ask<never>(path, query, init, signal);
      tell(null);
      return value;
    } catch (error) {
      // What the caller has called off says nothing about the service.
      if (!signal?.aborted) tell(String((error as ApiError).status || (error as Error).message));
      throw error;
    }
  };

  return {
    get: (path, query = {}, signal) => measured(path, query, { method: 'GET' }, signal),
    post: (path, form = {}, signal) =>
      measured(path, {}, { method: 'POST', body: new URLSearchParams(form) }, signal),
  };
}

/** `/v2/episodes/{id}`: one job, whichever episode it is about. */
function jobPath(path: string): string {
  const { pathname } = new URL(path, 'https://api.invalid');
  return pathname.replaceAll(/\/\d+(?=\/|$)/g, '/{id}');
}

/** On the same host, below the same path, and over a transport that is no less safe. */
function isBelow(url: URL, base: URL): boolean {
  const isSafe = url.protocol === 'https:' || url.protocol === base.protocol;
  return (
    isSafe &&
    url.host === base.host &&
    `${url.pathname}/`.startsWith(`${base.pathname}/`.replace('//', '/'))
  );
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Paths with /v2/ go over secure transport (spec 7), but for a host on this very machine. */
function secured(url: URL): URL {
  if (url.pathname.includes('/v2/') && !LOOPBACK.test(url.hostname)) url.protocol = 'https:';
  return url;
}

async function send(
  doFetch: typeof fetch,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    return await doFetch(url, { ...init, credentials: 'omit', signal: either });
  } catch (cause) {
    throw new ApiError('NETWORK', 0, undefined, { cause });
  }
}

async function open<Value>(response: Response, what: string): Promise<Value> {
  const body = await response.json().catch(() => null);
  const envelope = body as Envelope<Value> | null;
  if (response.ok && envelope && 'response' in envelope) return envelope.response;
  const failure = envelope && 'error' in envelope ? envelope.error : null;
  const reason = failure?.reason && failure.reason in ERRORS ? failure.reason : 'SERVER_ERROR';
  const unknown = [`The request ${what} failed with status code ${response.status || 'unknown'}`];
  throw new ApiError(reason as ErrorReason, response.status, failure?.messages ?? unknown);
}
