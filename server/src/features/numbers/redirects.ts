import type { LoggedRequest } from './count-downloads.ts';
import { dayOf } from './days.ts';

/** The status of a redirect to the storage, of which only the storage knows the sent bytes. */
export const REDIRECT = 302;

const WHOLE_FILE = { status: 200, rangeFirst: 0, bytesSent: Number.MAX_SAFE_INTEGER };

/**
 * Lets each redirect count like the whole file, unless the storage's log of that day was imported.
 * @param importedDays days (UTC)
 */
export const followRedirects = (
  requests: readonly LoggedRequest[],
  importedDays: ReadonlySet<string>,
): LoggedRequest[] =>
  requests.flatMap((request) => {
    if (request.status !== REDIRECT) return [request];
    return importedDays.has(dayOf(request.at)) ? [] : [{ ...request, ...WHOLE_FILE }];
  });
