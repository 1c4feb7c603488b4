import type { ErrorEnvelope, SuccessEnvelope } from '../contract/envelope.ts';
import { ERRORS, type ErrorReason } from '../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import { runSafely } from '../lib/run-safely.ts';
import { createScope } from '../lib/scope.ts';
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
   * @throws ApiError for every failure: `NETWORK` where no whole answer came within 5 s or the caller's `signal` was
   * aborted, `UNKNOWN_ROUTE` for what is no address, the server's own reason, else `SERVER_ERROR`.
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
    const url = addressOf(apiUrl, path);
    for (const [name, value] of Object.entries({ ...query, culture, escape: 'false' })) {
      url.searchParams.set(name, value);
    }
    // The token is for our own API, not for whatever address a feed names.
    const isOurs = isBelow(url, new URL(apiUrl));
    const headers: HeadersInit =
      accessToken && isOurs ? { Authorization: `Bearer ${accessToken}` } : {};
    const answer = await send(doFetch, url, { ...init, headers }, signal);
    if (answer.status === 401 && accessToken && isOurs) runSafely(() => onUnauthorized?.());
    return open<Value>(answer, `${init.method} ${url.pathname}`);
  }

  const measured: typeof ask = async (path, query, init, signal) => {
    if (!reportMetric) return ask(path, query, init, signal);
    const began = performance.now();
    const job = `${init.method} ${jobPath(path)}`;
    const tell = (reason: string | null) => {
      const duration_ms = performance.now() - began;
      const outcome = reason === null ? 'success' : 'error';
      runSafely(() => reportMetric({ job, outcome, duration_ms, reason }));
    };
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

/** @throws ApiError `UNKNOWN_ROUTE` for what is no address. */
function addressOf(apiUrl: string, path: string): URL {
  try {
    return secured(new URL(/^https?:/i.test(path) ? path : `${apiUrl}/${path.replace(/^\//, '')}`));
  } catch (cause) {
    throw new ApiError('UNKNOWN_ROUTE', 0, undefined, { cause });
  }
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

interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: string;
}

/** The whole answer: one that breaks off, or is not here in time, is none. */
async function send(
  doFetch: typeof fetch,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> {
  const scope = createScope();
  const end = () => scope.dispose();
  scope.timeout(end, REQUEST_TIMEOUT_MS);
  if (signal?.aborted) end();
  else if (signal) scope.listen(signal, 'abort', end);
  try {
    const response = await doFetch(url, { ...init, credentials: 'omit', signal: scope.signal });
    const { status, ok } = response;
    return { status, ok, body: await response.text() };
  } catch (cause) {
    throw new ApiError('NETWORK', 0, undefined, { cause });
  } finally {
    end();
  }
}

function open<Value>({ status, ok, body }: Answer, what: string): Value {
  const envelope: Partial<SuccessEnvelope<Value> & ErrorEnvelope> = parse(body);
  if (ok && envelope.response !== undefined) return envelope.response;
  const { reason, messages }: Partial<ErrorEnvelope['error']> = fieldsOf(envelope.error);
  const isKnown = typeof reason === 'string' && Object.hasOwn(ERRORS, reason);
  const words = Array.isArray(messages) ? messages.filter((text) => typeof text === 'string') : [];
  const unknown = `The request ${what} failed with status code ${status || 'unknown'}`;
  throw new ApiError(
    isKnown ? (reason as ErrorReason) : 'SERVER_ERROR',
    status,
    words.length > 0 ? words : [unknown],
  );
}

function parse(text: string): object {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {}; // no answer of ours: a page of HTML, or a part of one
  }
}

const fieldsOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};
