import type { ReportMetric } from '../contract/metrics.ts';
import type { LiveValue } from '../lib/live-value.ts';

export interface ApiClientOptions {
  /** Base address of the API. */
  apiUrl: string;
  /** Language of the listener, e.g. `en` or `it-IT`, sent with every call. A function is called before each request. */
  culture: LiveValue<string | null>;
  /**
   * Bearer token of the signed-in user. A function is called before each request, so that signing in needs no new
   * client.
   */
  accessToken?: LiveValue<string | null>;
  /**
   * Called after a 401 if the current access token was sent with the call: the session has ended. If there is no access token
   * afterwards, a GET is sent again without one.
   */
  onUnauthorized?: () => void;
  fetch?: typeof fetch;
  reportMetric?: ReportMetric;
}

/** Fields of a call. Null and undefined are omitted. */
export type ApiPayload = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Calls the API and resolves with the content of `response`.
 *
 * `route` is a name from `API_ROUTES`, a path below the base address of the API, or a whole address. The payload fills
 * the `{name}` placeholders of the path. The other fields go into the query, or form-encoded into the body for PUT and
 * POST.
 * @throws ApiError for every failure. Its reason is `NETWORK` if no complete answer arrived within 5 s or the caller
 * aborted, `UNKNOWN_ROUTE` for an unknown name or a placeholder without a value, the reason of the server, or
 * `REQUEST_FAILED`.
 */
export type ApiCall = <Value>(
  route: string,
  payload?: ApiPayload,
  signal?: AbortSignal,
) => Promise<Value>;

export interface ApiClient {
  readonly get: ApiCall;
  readonly put: ApiCall;
  readonly post: ApiCall;
  readonly delete: ApiCall;
}

export type ApiMethod = 'GET' | 'PUT' | 'POST' | 'DELETE';
