import { ERRORS } from '../contract/errors.ts';

/** The message for an answer without one. `request` is null if there was no usable address. */
export function describeFailure(
  request: { readonly method: string; readonly url: URL } | null,
  status: number,
): string {
  const code = `${status || 'unknown'}`;
  if (!request) return ERRORS.UNKNOWN_REQUEST_FAILED.message.replace('{status}', code);
  const { method, url } = request;
  // Without the query, which may hold a key.
  return ERRORS.REQUEST_FAILED.message
    .replace('{method}', method)
    .replace('{status}', code)
    .replace('{url}', () => url.origin + url.pathname);
}
