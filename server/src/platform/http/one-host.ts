import type { IncomingMessage } from 'node:http';

/**
 * False for several `Host` headers or one that is no host (RFC 9112, 3.2). Node takes the first of several, and a proxy
 * may take another.
 */
export function isOneHost({ rawHeaders, headers }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count <= 1 && !/[\s/\\?#@<>]/.test(headers.host ?? '');
}
