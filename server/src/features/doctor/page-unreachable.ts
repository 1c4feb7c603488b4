import type { Refused } from '../../platform/browser/guarded-proxy.ts';
import { VisitError, type VisitFailure } from '../../platform/browser/visit-error.ts';

/** The page could not be opened. The message says why. */
export class PageUnreachable extends VisitError {
  override readonly name = 'PageUnreachable';
}

/**
 * The error of a page that the browser has not opened.
 * @param failure of its request, or an empty text
 * @param cause the error of the browser
 */
export function notOpened(
  url: string,
  { failure, cause }: { failure: string; cause: Error },
): PageUnreachable {
  const { host } = new URL(url);
  const { message } = cause;
  const because = (key: VisitFailure['key'], values: VisitFailure['values'] = {}) =>
    new PageUnreachable(key, { host, ...values }, { cause });
  const [, refused] = /^proxy:(\w+)/.exec(failure) ?? [];
  if (refused) return because(refused as Refused);
  if (/CERT_/.test(message)) return because('certificate');
  if (/Timeout/.test(message)) return because('too_late');
  const detail = /net::\w+/.exec(message)?.[0] ?? message.split('\n')[0] ?? '';
  return because('not_opened', { detail });
}
