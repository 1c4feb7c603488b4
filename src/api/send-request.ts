import type { ErrorEnvelope, SuccessEnvelope } from '../contract/envelope.ts';
import { ERRORS, type ErrorReason } from '../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import { readLive } from '../lib/live-value.ts';
import { runSafely } from '../lib/run-safely.ts';
import { createScope } from '../lib/scope.ts';
import type { ApiClientOptions, ApiMethod, ApiPayload } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { describeFailure } from './describe-failure.ts';
import { type Fields, isBelow, requestAddress } from './request-address.ts';

export interface ApiRequest {
  readonly method: ApiMethod;
  readonly route: string;
  readonly payload: ApiPayload;
  readonly signal: AbortSignal | undefined;
}

/** Sends one request and reports it to the metrics callback. See `ApiCall`. */
export async function sendRequest<Value>(
  options: ApiClientOptions,
  request: ApiRequest,
): Promise<Value> {
  const { reportMetric } = options;
  const address = requestAddress(options.apiUrl, request.route, fieldsOf(request.payload));
  const answer = () => callApi<Value>(options, request, address.url, address.rest);
  if (!reportMetric) return answer();
  const job = `${request.method} ${jobPath(address.url, new URL(options.apiUrl))}`;
  return measure({ job, reportMetric, signal: request.signal }, answer);
}

async function callApi<Value>(
  options: ApiClientOptions,
  request: ApiRequest,
  url: URL,
  fields: Fields,
): Promise<Value> {
  const { method, signal } = request;
  const isForm = method === 'POST' || method === 'PUT';
  const culture = readLive(options.culture);
  const query = { ...(isForm ? {} : fields), ...(culture ? { culture } : {}), escape: 'false' };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  // Feeds contain addresses on other hosts, which must not get the token.
  const token = isBelow(url, new URL(options.apiUrl)) ? readLive(options.accessToken) : null;
  const doFetch = options.fetch ?? ((...args) => fetch(...args));
  const answer = await receive(doFetch, url, signal, {
    method,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    ...(isForm ? { body: new URLSearchParams(fields) } : {}),
  });
  if (answer.status === 401 && token) {
    // A late 401 for an earlier token does not concern the current session.
    if (token === readLive(options.accessToken)) runSafely(() => options.onUnauthorized?.());
    // Visitors may read the same: an ended session must not stop the sound.
    if (method === 'GET' && !readLive(options.accessToken)) {
      return callApi(options, request, url, fields);
    }
  }
  return open<Value>(answer, { method, url });
}

interface Measured {
  readonly job: string;
  readonly reportMetric: ReportMetric;
  readonly signal: AbortSignal | undefined;
}

async function measure<Value>(
  { job, reportMetric, signal }: Measured,
  run: () => Promise<Value>,
): Promise<Value> {
  const startedAt = performance.now();
  const report = (reason: string | null) => {
    const duration_ms = performance.now() - startedAt;
    const outcome = reason === null ? 'success' : 'error';
    runSafely(() => reportMetric({ job, outcome, duration_ms, reason }));
  };
  try {
    const value = await run();
    report(null);
    return value;
  } catch (error) {
    // A request that the caller aborted does not count as a failure of the service.
    if (!signal?.aborted) report(reasonOf(error));
    throw error;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status > 0
    ? String(error.status)
    : String((error as Error).message);

/** `/v2/episodes/{id}`, independent of the API's address: all episodes are one job. */
function jobPath(url: URL, base: URL): string {
  const start = isBelow(url, base) ? base.pathname.replace(/\/$/, '').length : 0;
  return url.pathname.slice(start).replaceAll(/\/\d+(?=\/|$)/g, '/{id}');
}

interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: string;
}

/** Reads the complete body. A truncated or late response counts as a network error. */
async function receive(
  doFetch: typeof fetch,
  url: URL,
  signal: AbortSignal | undefined,
  init: RequestInit,
): Promise<Answer> {
  const scope = createScope();
  const end = () => scope.dispose();
  // Two timers: if the page stood still, an answer that has arrived is read before the second one ends the request.
  const half = REQUEST_TIMEOUT_MS / 2;
  scope.timeout(() => scope.timeout(end, half), half);
  if (signal?.aborted) end();
  else if (signal) scope.listen(signal, 'abort', end);
  try {
    scope.signal.throwIfAborted();
    const response = await doFetch(url, { ...init, credentials: 'omit', signal: scope.signal });
    const { status, ok } = response;
    return { status, ok, body: await response.text() };
  } catch (cause) {
    throw new ApiError('NETWORK', 0, [ERRORS.NETWORK.message], { cause });
  } finally {
    end();
  }
}

function open<Value>(
  { status, ok, body }: Answer,
  request: { readonly method: string; readonly url: URL },
): Value {
  const envelope: Partial<SuccessEnvelope<Value> & ErrorEnvelope> = parse(body);
  if (ok && envelope.response !== undefined) return envelope.response;
  const { reason, messages }: Partial<ErrorEnvelope['error']> = objectOf(envelope.error);
  const texts = Array.isArray(messages) ? messages.filter((text) => typeof text === 'string') : [];
  throw new ApiError(
    isKnown(reason) ? reason : 'REQUEST_FAILED',
    status,
    texts.length > 0 ? texts : [describeFailure(request, status)],
  );
}

const isKnown = (reason: unknown): reason is ErrorReason =>
  typeof reason === 'string' && Object.hasOwn(ERRORS, reason);

function parse(text: string): object {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {}; // not JSON, e.g. the HTML page of a proxy
  }
}

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

function fieldsOf(payload: ApiPayload): Fields {
  const given = Object.entries(payload).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
