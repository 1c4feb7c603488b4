import { NETWORK_MESSAGE } from '../contract/reason-error.ts';
import type { ApiCall, ApiClient, ApiClientOptions, ApiMethod } from './api-call.ts';
import { ApiError } from './api-error.ts';

/** The code that sends requests is a separate file: a player with given episodes never fetches it. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const callWith =
    (method: ApiMethod): ApiCall =>
    async (route, payload = {}, signal) => {
      const { sendRequest } = await loadRequests();
      return sendRequest(options, { method, route, payload, signal });
    };
  return {
    get: callWith('GET'),
    put: callWith('PUT'),
    post: callWith('POST'),
    delete: callWith('DELETE'),
  };
}

/** Fetches the code that sends requests. @throws ApiError `NETWORK` */
export function loadRequests() {
  return import('./send-request.ts').catch((cause: unknown) => {
    throw new ApiError('NETWORK', 0, [NETWORK_MESSAGE], { cause });
  });
}
