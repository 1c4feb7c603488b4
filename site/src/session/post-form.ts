import { sendBody } from './send-body.ts';

/**
 * Sends a form to a route of the site, which may set or remove the session cookie: the API may be another host.
 * @throws ApiError
 */
export function postForm<Value>(
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Value> {
  return sendBody<Value>(path, { method: 'POST', body: new URLSearchParams(fields) });
}
