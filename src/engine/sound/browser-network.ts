import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import { createScope } from '../../lib/scope.ts';
import type { Network } from './network.ts';

export const browserNetwork: Network = {
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
  onOnline(listener) {
    if (typeof window === 'undefined') return () => {};
    const scope = createScope();
    scope.listen(window, 'online', listener);
    return scope.dispose;
  },
  async statusOf(url) {
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      return (await fetch(url, { method: 'HEAD', cache: 'no-store', signal })).status;
    } catch {
      return null; // no connection, or a host that refuses requests of scripts
    }
  },
};
